//===- Group.cpp - The members of a group ---------------------------------===//
//
// Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "rpc/Group.h"

#include <cctype>

using namespace tsrt::rpc;

bool tsrt::rpc::isWorkerName(std::string_view name) {
  if (name.empty() || name.size() > kMaxName)
    return false;
  for (char c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '-' && c != '_' &&
        c != ':' && c != '.')
      return false;
  return true;
}

std::string tsrt::rpc::checkAddress(std::string_view text, uint32_t first) {
  size_t colon = text.rfind(':');
  std::string_view host = text.substr(0, colon);
  bool isBracketed =
      host.size() > 2 && host.front() == '[' && host.back() == ']';
  bool isPlain = host.find_first_of("[]:/ ") == host.npos;
  uint32_t port = 0;
  bool isNumber = false;
  if (colon != text.npos) {
    std::string_view digits = text.substr(colon + 1);
    isNumber = !digits.empty() && digits.size() <= 5;
    for (char c : digits) {
      isNumber = isNumber && c >= '0' && c <= '9';
      port = isNumber ? port * 10 + uint32_t(c - '0') : 0;
    }
  }
  if (isNumber && !host.empty() && (isBracketed || isPlain) && port >= first &&
      port <= 65535)
    return "";
  return "'" + std::string(text.substr(0, 300)) +
         "' is no address: HOST:PORT is expected, with a port from " +
         std::to_string(first) + " to 65535";
}

std::optional<Member> Group::find(std::string_view name) const {
  std::lock_guard<std::mutex> lock(mutex);
  for (const Member &member : members)
    if (member.name == name)
      return member;
  return std::nullopt;
}

std::optional<Member> Group::find(uint32_t id) const {
  std::lock_guard<std::mutex> lock(mutex);
  if (id < members.size())
    return members[id];
  return std::nullopt;
}

std::vector<Member> Group::getMembers() const {
  std::lock_guard<std::mutex> lock(mutex);
  return members;
}

size_t Group::size() const {
  std::lock_guard<std::mutex> lock(mutex);
  return members.size();
}

Member Group::add(const std::string &name, const std::string &address,
                  uint64_t incarnation) {
  std::lock_guard<std::mutex> lock(mutex);
  for (Member &member : members)
    if (member.name == name) {
      member.address = address;
      member.incarnation = incarnation;
      return member;
    }
  members.push_back({name, address, incarnation, uint32_t(members.size())});
  return members.back();
}

std::string Group::encode() const {
  std::lock_guard<std::mutex> lock(mutex);
  Writer writer;
  writer.number(uint32_t(members.size()));
  for (const Member &member : members) {
    writer.text(member.name);
    writer.text(member.address);
    writer.number(member.incarnation);
  }
  return std::move(writer.bytes);
}

std::string Group::decode(Reader &reader) {
  auto count = reader.number<uint32_t>();
  // Sixteen bytes and more each.
  if (count > reader.left() / 16)
    return "the table of the group is damaged";
  std::vector<Member> read;
  for (uint32_t i = 0; i < count; ++i) {
    Member member;
    member.name = reader.text();
    member.address = reader.text();
    member.incarnation = reader.number<uint64_t>();
    member.id = i;
    if (!isWorkerName(member.name))
      return "the table of the group is damaged";
    read.push_back(std::move(member));
  }
  if (reader.failed)
    return "the table of the group is damaged";
  std::lock_guard<std::mutex> lock(mutex);
  members = std::move(read);
  if (!members.empty() && !firstAddress.empty())
    members[0].address = firstAddress;
  return "";
}

void Group::setFirstAddress(const std::string &address) {
  std::lock_guard<std::mutex> lock(mutex);
  firstAddress = address;
}
