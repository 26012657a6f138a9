/* Calls the classes of classes.py. */
#include "classes.h"

#include <inttypes.h>
#include <stdio.h>

int main(void) {
  tsrt_str *ada = tsrt_str_new("Ada", 3);
  classes_Account *account, *other;
  int64_t cents;
  bool less;
  if (classes_Account_new(100, ada, &account) ||
      classes_Account_new(1000, ada, &other) ||
      classes_Account_deposit(account, 50, &cents))
    return 1;
  printf("deposit: %" PRId64 " %s %" PRId64 "\n", account->cents,
         account->owner->data, account->history->size);
  account->cents = 999;
  if (classes_Account___lt__(account, other, &less))
    return 1;
  printf("less: %d\n", less);
  tsrt_release(account);
  tsrt_release(other);

  classes_Bank *bank;
  if (classes_fill(3, &bank))
    return 1;
  printf("bank: %" PRId64, bank->accounts->size);
  for (int64_t i = 0; i < bank->accounts->size; ++i)
    printf(" %" PRId64, bank->accounts->data[i]->cents);
  printf(bank->best == bank->accounts->data[0] ? "\n" : " wrong best\n");
  tsrt_release(bank);

  tsrt_error *error = classes_Account_new(-1, ada, &account);
  printf("error: %s\n", error ? tsrt_error_message(error) : "none");
  tsrt_error_release(error);
  tsrt_release(ada);
  if (tsrt_live_objects())
    printf("alive: %" PRId64 "\n", tsrt_live_objects());
  return account != NULL;
}
