/*===- c_driver.h - What generated C drivers share --------------*- C -*-===*\
|*
|* Part of the TorchScript compiler, under the Apache License v2.0 with LLVM
|* Exceptions. See LICENSE for license information.
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
|*
\*===----------------------------------------------------------------------===*/

/* Writes values as records of calls encode them, for the programs that
   utils/check_c_interface.py generates. */

#ifndef C_DRIVER_H
#define C_DRIVER_H

#include "tsrt.h"

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void show_int64_t(int64_t v) {
  printf("{\"t\":\"int\",\"v\":%" PRId64 "}", v);
}

static void show_bool(bool v) {
  printf("{\"t\":\"bool\",\"v\":%s}", v ? "true" : "false");
}

/* What stands for a value of type None in a struct. */
static inline void show_uint8_t(uint8_t v) {
  (void)v;
  printf("{\"t\":\"None\"}");
}

/* A number, or "nan", "inf", "-inf". */
static void show_number(double v) {
  if (isnan(v))
    printf("\"nan\"");
  else if (isinf(v))
    printf(v < 0 ? "\"-inf\"" : "\"inf\"");
  else
    printf("%.17g", v);
}

static void show_double(double v) {
  printf("{\"t\":\"float\",\"v\":");
  show_number(v);
  printf("}");
}

static void show_pair(double real, double imag) {
  printf("[");
  show_number(real);
  printf(",");
  show_number(imag);
  printf("]");
}

static inline void show_tsrt_complex(tsrt_complex v) {
  printf("{\"t\":\"complex\",\"v\":");
  show_pair(v.real, v.imag);
  printf("}");
}

/* The bytes of a string in hexadecimal: it need not be UTF-8. */
static void show_tsrt_str(const tsrt_str *v) {
  if (!v) {
    printf("{\"t\":\"None\"}");
    return;
  }
  printf("{\"t\":\"bytes\",\"v\":\"");
  for (int64_t i = 0; i < v->size; ++i)
    printf("%02x", (unsigned char)v->data[i]);
  printf("\"}");
}

/* Dtype, shape and the bytes of the elements in hexadecimal. */
static void show_tsrt_tensor(const tsrt_tensor *v) {
  if (!v) {
    printf("{\"t\":\"None\"}");
    return;
  }
  tsrt_tensor *t = tsrt_tensor_contiguous(v);
  printf("{\"t\":\"memory\",\"dtype\":\"%s\",\"shape\":[",
         tsrt_dtype_name(tsrt_tensor_dtype(t)));
  for (int32_t i = 0; i < tsrt_tensor_rank(t); ++i)
    printf("%s%" PRId64, i ? "," : "", tsrt_tensor_sizes(t)[i]);
  printf("],\"v\":\"");
  const unsigned char *bytes = tsrt_tensor_data(t);
  int64_t size = tsrt_tensor_numel(t) * tsrt_dtype_size(tsrt_tensor_dtype(t));
  for (int64_t i = 0; i < size; ++i)
    printf("%02x", bytes[i]);
  printf("\"}");
  tsrt_release(t);
}

/* A value of statically unknown type. */
static void show_tsrt_value(tsrt_value v);

static void show_native(const tsrt_type *type, const void *p) {
  tsrt_value boxed;
  tsrt_box_value(type, p, &boxed);
  show_tsrt_value(boxed);
  tsrt_value_release(&boxed);
}

static void show_tsrt_value(tsrt_value v) {
  const tsrt_type *type = v.type ? v.type : &tsrt_type_none;
  switch (type->kind) {
  case TSRT_NONE:
    show_uint8_t(0);
    return;
  case TSRT_BOOL:
    show_bool(v.u.i != 0);
    return;
  case TSRT_INT:
    show_int64_t(v.u.i);
    return;
  case TSRT_FLOAT:
    show_double(v.u.f);
    return;
  case TSRT_COMPLEX:
    printf("{\"t\":\"complex\",\"v\":");
    show_pair(v.u.c[0], v.u.c[1]);
    printf("}");
    return;
  case TSRT_STR:
    show_tsrt_str(v.u.p);
    return;
  case TSRT_TENSOR:
    show_tsrt_tensor(v.u.p);
    return;
  case TSRT_LIST: {
    const tsrt_list *list = v.u.p;
    printf("{\"t\":\"list\",\"v\":[");
    for (int64_t i = 0; i < list->size; ++i) {
      printf(i ? "," : "");
      show_native(type->elements[0],
                  (const char *)list->data + i * type->elements[0]->size);
    }
    printf("]}");
    return;
  }
  case TSRT_DICT:
    printf("{\"t\":\"dict\",\"v\":[");
    for (int64_t i = 0; i < tsrt_dict_size(v.u.p); ++i) {
      const void *key, *value;
      tsrt_dict_entry(v.u.p, i, &key, &value);
      printf(i ? ",[" : "[");
      show_native(type->elements[0], key);
      printf(",");
      show_native(type->elements[1], value);
      printf("]");
    }
    printf("]}");
    return;
  case TSRT_TUPLE: {
    const tsrt_box *box = v.u.p;
    printf("{\"t\":\"tuple\",\"v\":[");
    for (uint32_t i = 0; i < type->num_elements; ++i) {
      printf(i ? "," : "");
      show_native(type->elements[i], box->data + type->offsets[i]);
    }
    printf("]}");
    return;
  }
  case TSRT_ENUM:
    printf("{\"t\":\"enum\",\"name\":\"%s\"}", type->element_names[v.u.i]);
    return;
  default:
    printf("{\"t\":\"opaque\",\"v\":\"%s\"}", type->name);
  }
}

/* Ends a line for an error; the error is dropped. */
static void show_error(tsrt_error *error) {
  tsrt_str *message = tsrt_str_new(tsrt_error_message(error),
                                   (int64_t)strlen(tsrt_error_message(error)));
  printf("\"error\":");
  show_tsrt_str(message);
  tsrt_release(message);
  tsrt_error_release(error);
}

static tsrt_tensor *make_tensor(int32_t dtype, int32_t rank,
                                const int64_t *sizes, const void *bytes) {
  tsrt_tensor *t = tsrt_tensor_empty(dtype, rank, sizes);
  memcpy(tsrt_tensor_data(t), bytes,
         (size_t)(tsrt_tensor_numel(t) * tsrt_dtype_size(dtype)));
  return t;
}

static void drop(void *context, const char *bytes, size_t size) {
  (void)context;
  (void)bytes;
  (void)size;
}

/* Runs when the library has dropped what it holds. */
__attribute__((destructor(101))) static void check_leaks(void) {
  if (tsrt_live_objects() != 0) {
    printf("{\"leaked\":%" PRId64 "}\n", tsrt_live_objects());
    fflush(stdout);
    _exit(3);
  }
}

#endif /* C_DRIVER_H */
