# Script classes through the C interface: constructors, methods, and structs
# with their attributes, also of classes that hold others.
# RUN: rm -rf %t && mkdir %t
# RUN: ts-compile %s -o %t/classes.so
# RUN: %cc -std=c11 -Wall -Wextra -Werror -I%t -I%source/runtime/include %S/Inputs/classes.c %t/classes.so -L%tslib -ltsrt -Wl,-rpath,%t:%tslib -o %t/classes
# RUN: %t/classes | FileCheck %s
# RUN: FileCheck %s --check-prefix=HEADER < %t/classes.h
# RUN: ts-run %t/classes.so --entry=Account.percent --input=50 --input=10 | FileCheck %s --check-prefix=STATIC

# One class, with its methods, or one of them.
# RUN: ts-compile %s --entry=Account,Account.deposit -o %t/one.so
# RUN: FileCheck %s --check-prefix=ONE < %t/one.h
# RUN: not ts-compile %s --entry=Account.steal -o %t/none.so 2>&1 | FileCheck %s --check-prefix=NONE
# RUN: not ts-compile %s --entry=Bare -o %t/none.so 2>&1 | FileCheck %s --check-prefix=BARE
from typing import List, Optional

import torch


# HEADER: typedef struct classes_Account classes_Account;
# HEADER: struct classes_Bank {
# HEADER: classes_list_Account *accounts;
# HEADER: classes_Account *best;
# HEADER: struct classes_Account {
# HEADER-NEXT: tsrt_header header;
# HEADER-NEXT: int64_t cents;
# HEADER-NEXT: tsrt_str *owner;
# HEADER-NEXT: classes_list_int *history;
# HEADER: * owner: str, default "nobody"
# HEADER: classes_Account_new(int64_t cents, tsrt_str *owner, classes_Account **result)
# ONE: classes_Account_new
# ONE-NOT: classes_Account_percent
# ONE: classes_Account_deposit
# ONE-NOT: classes_Account_percent
# NONE: error: class '__torch__.Account' has no method 'steal'
# BARE: error: class '__torch__.Bare' has no '__init__'
class Account:
    def __init__(self, cents: int, owner: str = "nobody"):
        if cents < 0:
            raise ValueError("no debts")
        self.cents = cents
        self.owner = owner
        self.history: List[int] = []

    # CHECK: deposit: 150 Ada 1
    def deposit(self, cents: int) -> int:
        self.history.append(cents)
        self.cents += cents
        return self.cents

    # STATIC: 5
    @staticmethod
    def percent(cents: int, rate: int) -> int:
        return cents * rate // 100

    # CHECK: less: 1
    def __lt__(self, other: "Account") -> bool:
        return self.cents < other.cents


class Bare:
    def nothing(self) -> int:
        return 0


class Bank:
    def __init__(self):
        self.accounts: List[Account] = []
        self.best = torch.jit.annotate(Optional[Account], None)

    def add(self, account: Account):
        self.accounts.append(account)
        best = self.best
        if best is None or best < account:
            self.best = account


# CHECK: bank: 3 30 20 10
# CHECK: error: no debts
def fill(n: int) -> Bank:
    bank = Bank()
    for i in range(n):
        bank.add(Account(10 * (n - i)))
    return bank
