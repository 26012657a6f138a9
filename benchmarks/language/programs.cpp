// The programs of programs.py as a C++ programmer writes them.
//
// Licence: Apache-2.0 WITH LLVM-exception.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

extern "C" {

int64_t int_loop(int64_t n) {
  int64_t total = 0;
  for (int64_t i = 0; i < n; ++i)
    total = (total + i * i) % 1000003;
  return total;
}

int64_t sieve(int64_t n) {
  std::vector<uint8_t> flags(n + 1, 1);
  int64_t count = 0;
  for (int64_t i = 2; i <= n; ++i) {
    if (!flags[i])
      continue;
    ++count;
    for (int64_t j = i * i; j <= n; j += i)
      flags[j] = 0;
  }
  return count;
}

int64_t edit_distance(int64_t n) {
  std::vector<int64_t> a(n), b(n), previous(n + 1), current(n + 1);
  for (int64_t i = 0; i < n; ++i) {
    a[i] = i * 7 % 26;
    b[i] = i * 11 % 26;
  }
  for (int64_t j = 0; j <= n; ++j)
    previous[j] = j;
  for (int64_t i = 0; i < n; ++i) {
    current[0] = i + 1;
    for (int64_t j = 0; j < n; ++j)
      current[j + 1] =
          std::min(std::min(previous[j + 1] + 1, current[j] + 1),
                   previous[j] + (a[i] == b[j] ? 0 : 1));
    std::swap(previous, current);
  }
  return previous[n];
}

int64_t word_count(int64_t n) {
  std::vector<std::string> words;
  for (int64_t i = 0; i < 1000; ++i)
    words.push_back("word" + std::to_string(i * 7919 % 1000));
  std::unordered_map<std::string, int64_t> counts;
  for (int64_t i = 0; i < n; ++i)
    ++counts[words[i * 31 % 1000]];
  int64_t best = 0;
  for (auto &entry : counts)
    best = std::max(best, entry.second);
  return best * 1000 + int64_t(counts.size());
}

int64_t queens(int64_t n) {
  std::vector<int64_t> column(n, 0);
  std::vector<uint8_t> used(n), up(2 * n), down(2 * n);
  int64_t row = 0, solutions = 0;
  while (row >= 0) {
    int64_t c = column[row];
    if (c < n) {
      column[row] = c + 1;
      if (used[c] || up[row + c] || down[row - c + n])
        continue;
      if (row + 1 == n) {
        ++solutions;
        continue;
      }
      used[c] = up[row + c] = down[row - c + n] = 1;
      column[++row] = 0;
    } else if (--row >= 0) {
      int64_t placed = column[row] - 1;
      used[placed] = up[row + placed] = down[row - placed + n] = 0;
    }
  }
  return solutions;
}

int64_t build_string(int64_t n) {
  std::string text, line;
  for (int64_t i = 0; i < n; ++i) {
    if (i)
      text += ",";
    text += std::to_string(i);
  }
  for (int64_t i = 0; i < n / 8; ++i)
    line += "xy";
  return int64_t(text.size() + line.size());
}

struct Account {
  double balance = 0, rate;
  int64_t operations = 0;
  explicit Account(double rate) : rate(rate) {}
  void deposit(double amount) {
    balance = balance * rate + amount;
    ++operations;
  }
  bool isRich() const { return balance > 100; }
};

int64_t class_calls(int64_t n) {
  Account account(0.99);
  int64_t rich = 0;
  for (int64_t i = 0; i < n; ++i) {
    account.deposit(double(i % 3));
    rich += account.isRich();
  }
  return rich + account.operations;
}

double small_tensors(int64_t n) {
  std::array<float, 4> x{};
  for (int64_t i = 0; i < n; ++i) {
    for (float &e : x)
      e = e * 0.9f + 1;
    if (i % 2 == 0)
      for (float &e : x)
        e = std::max(e - 0.5f, 0.0f);
  }
  return x[0] + x[1] + x[2] + x[3];
}

int64_t nms(int64_t n) {
  std::vector<float> x(n), y(n), score(n);
  std::vector<uint8_t> alive(n, 1);
  for (int64_t i = 0; i < n; ++i) {
    x[i] = std::fmod(i * 37.0f, 101.0f);
    y[i] = std::fmod(i * 53.0f, 97.0f);
    score[i] = std::fmod(i * 29.0f, 89.0f);
  }
  int64_t kept = 0;
  for (;;) {
    int64_t best = -1;
    for (int64_t i = 0; i < n; ++i)
      if (alive[i] && (best < 0 || score[i] > score[best]))
        best = i;
    if (best < 0)
      return kept;
    ++kept;
    for (int64_t i = 0; i < n; ++i) {
      float w = std::max(std::min(x[i], x[best]) + 20 - std::max(x[i], x[best]), 0.0f);
      float h = std::max(std::min(y[i], y[best]) + 20 - std::max(y[i], y[best]), 0.0f);
      float overlap = w * h;
      alive[i] &= overlap / (800 - overlap) < 0.3f;
    }
    alive[best] = 0;
  }
}

int64_t beam_search(int64_t n) {
  std::vector<std::pair<double, int64_t>> beams{{0.0, 1}}, grown;
  for (int64_t step = 0; step < n; ++step) {
    grown.clear();
    for (auto [score, state] : beams)
      for (int64_t token = 0; token < 8; ++token) {
        int64_t next = (state * 31 + token * 17 + step) % 65537;
        grown.emplace_back(score + double(next % 100) / 100.0, next);
      }
    std::stable_sort(grown.begin(), grown.end(), std::greater<>());
    beams.assign(grown.begin(), grown.begin() + std::min<size_t>(8, grown.size()));
  }
  return beams[0].second;
}

double lstm(int64_t n) {
  constexpr int size = 32;
  std::vector<float> weight(4 * size * size);
  for (int i = 0; i < 4 * size * size; ++i)
    weight[i] = std::sin(float(i)) * 0.1f;
  float h[size] = {}, c[size] = {}, gates[4 * size];
  auto sigmoid = [](float v) { return 1 / (1 + std::exp(-v)); };
  for (int64_t step = 0; step < n; ++step) {
    for (int r = 0; r < 4 * size; ++r) {
      float sum = 0;
      for (int k = 0; k < size; ++k)
        sum += (1 + h[k]) * weight[r * size + k];
      gates[r] = sum;
    }
    for (int k = 0; k < size; ++k) {
      c[k] = sigmoid(gates[size + k]) * c[k] +
             sigmoid(gates[k]) * std::tanh(gates[2 * size + k]);
      h[k] = sigmoid(gates[3 * size + k]) * std::tanh(c[k]);
    }
  }
  float total = 0;
  for (float e : h)
    total += e;
  return total;
}

} // extern "C"
