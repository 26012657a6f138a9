/* Calls primes.py, compiled by ts-compile.
 *
 *   ts-compile ../primes.py -o primes.so
 *   cc primes.c -I. -I$INCLUDE ./primes.so -L$LIB -ltsrt -Wl,-rpath,'$ORIGIN',-rpath,$LIB -o primes
 *   ./primes 50
 *
 * INCLUDE and LIB are the directories of tsrt.h and libtsrt.so. The program
 * looks for primes.so beside itself.
 *
 * Licence: Apache-2.0 WITH LLVM-exception.
 */
#include "primes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* Prints an error and drops it. */
static int fail(tsrt_error *error) {
  tsrt_str *text = tsrt_error_traceback(error);
  fputs(text->data, stderr);
  tsrt_release(text);
  tsrt_error_release(error);
  return 1;
}

int main(int argc, char **argv) {
  int64_t limit = argc > 1 ? atoll(argv[1]) : 30;
  primes_list_int *list;
  tsrt_error *error = primes_primes(limit, &list);
  if (error)
    return fail(error);
  for (int64_t i = 0; i < list->size; ++i)
    printf("%" PRId64 " ", list->data[i]);
  printf("\n");
  tsrt_release(list);

  int64_t count;
  if ((error = primes_count_primes(limit, &count)))
    return fail(error);
  printf("%" PRId64 " primes up to %" PRId64 "\n", count, limit);
  /* Nothing is left behind. */
  return tsrt_live_objects() == 0 ? 0 : 2;
}
