/* Makes as many instances as its argument says. */
#include "out.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int64_t sum;
  tsrt_error *error = out_instances(argc > 1 ? atoll(argv[1]) : 1, &sum);
  if (error) {
    fprintf(stderr, "%s\n", tsrt_error_message(error));
    tsrt_error_release(error);
    return 1;
  }
  printf("%lld\n", (long long)sum);
  return 0;
}
