/* Calls the functions of values.py. */
#include "values.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define CHECK(call)                                                            \
  do {                                                                         \
    tsrt_error *e = (call);                                                    \
    if (e) {                                                                   \
      printf("%s\n", tsrt_error_message(e));                                   \
      return 1;                                                                \
    }                                                                          \
  } while (0)

static tsrt_str *text(const char *bytes) {
  return tsrt_str_new(bytes, (int64_t)strlen(bytes));
}

int main(void) {
  tsrt_str *words[] = {text("two"), text("one"), text("two")};
  values_list_str *list = values_list_str_new(words, 3);
  values_dict_str_int *counts;
  CHECK(values_count(list, &counts));
  printf("words: one=%" PRId64 " two=%" PRId64 " size %" PRId64 "\n",
         *values_dict_str_int_get(counts, words[1]),
         *values_dict_str_int_get(counts, words[0]), tsrt_dict_size(counts));
  tsrt_release(counts);
  tsrt_release(list);

  int64_t numbers[] = {7, 8};
  values_list_int *ints = values_list_int_new(numbers, 2);
  values_optional_int found;
  CHECK(values_first(ints, &found));
  printf("first: %" PRId64, found.value);
  ints->size = 0;
  CHECK(values_first(ints, &found));
  printf(", %s\n", found.has_value ? "some" : "none");
  tsrt_release(ints);

  tsrt_str *green = text("green"), *named;
  CHECK(values_name(green, values_Color_GREEN, &named));
  printf("name: %s", named->data);
  tsrt_release(named);
  CHECK(values_name(NULL, values_Color_GREEN, &named));
  printf(", %s\n", named ? named->data : "null");

  values_Point point = {3.0, text("p")}, moved;
  CHECK(values_move(&point, 0.5, true, &moved));
  printf("point: %g %s\n", moved.x, moved.label->data);
  tsrt_release(moved.label);
  tsrt_release(point.label);

  tsrt_complex i = {0, 1}, square;
  CHECK(values_square(&i, &square));
  printf("complex: %g %g\n", square.real, square.imag);

  tsrt_value value = {&tsrt_type_int, {3}}, none = {NULL, {0}};
  bool isInt, isNotInt;
  CHECK(values_is_int(&value, &isInt));
  CHECK(values_is_int(&none, &isNotInt));
  printf("kind: %d %d\n", isInt, isNotInt);

  float elements[] = {1, 1};
  int64_t sizes[] = {2};
  tsrt_tensor *x = tsrt_tensor_from_memory(TSRT_F32, 1, sizes, NULL, elements,
                                           NULL, NULL);
  double one = 1, sum;
  values_list_float *row = values_list_float_new(&one, 1);
  values_list_list_float *rows = values_list_list_float_new(&row, 1);
  CHECK(values_total(x, rows, &sum));
  printf("tensor: %g\n", sum);
  tsrt_release(rows);
  tsrt_release(row);
  tsrt_release(x);

  int64_t quotient = 5;
  tsrt_error *error = values_divide(1, 0, &quotient);
  if (!error || quotient != 0)
    return 1;
  printf("error: %s in %s\n", tsrt_error_message(error),
         tsrt_error_get_frame(error, 0)->function);
  tsrt_error_release(error);
  for (int k = 0; k < 3; ++k)
    tsrt_release(words[k]);
  tsrt_release(green);
  return tsrt_live_objects() == 0 ? 0 : 3;
}
