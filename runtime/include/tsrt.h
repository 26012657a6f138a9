/*===- tsrt.h - C ABI of the TorchScript runtime ------------------*- C -*-===*\
|*                                                                            *|
|* Part of the TorchScript compiler, under the Apache License v2.0 with LLVM  *|
|* Exceptions. See LICENSE for license information.                           *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* What compiled programs call and what hosts use: values, type descriptors,  *|
|* reference-counted objects, operators, errors. No LLVM, no MLIR.            *|
|*                                                                            *|
|* Ownership: a function that returns an object returns it owned (+1); object *|
|* arguments are borrowed unless the comment says "takes". Every release and  *|
|* retain accepts null. A function that can fail returns tsrt_error*, null on *|
|* success; on failure its outputs are null or zero.                          *|
\*===----------------------------------------------------------------------===*/

#ifndef TSRT_H
#define TSRT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define TSRT_API __attribute__((visibility("default")))

/*===-- Types -------------------------------------------------------------===*/

/** The kind of a type descriptor. Values are part of the ABI. */
typedef enum tsrt_kind {
  TSRT_NONE = 0,
  TSRT_BOOL = 1,
  TSRT_INT = 2,
  TSRT_FLOAT = 3,
  TSRT_COMPLEX = 4,
  TSRT_STR = 5,
  TSRT_TENSOR = 6,
  TSRT_LIST = 7,
  TSRT_DICT = 8,
  TSRT_TUPLE = 9,
  TSRT_OPTIONAL = 10,
  TSRT_ANY = 11,
  TSRT_UNION = 12,
  TSRT_SCALAR = 13, /* number: int, float or complex (bool from item()) */
  TSRT_OBJECT = 14,
  TSRT_INTERFACE = 15,
  TSRT_ENUM = 16,
  TSRT_DEVICE = 17,
  TSRT_GENERATOR = 18,
  TSRT_STREAM = 19,
  TSRT_FUTURE = 20,
  TSRT_AWAIT = 21,
  TSRT_RREF = 22,
  TSRT_CAPSULE = 23,
  TSRT_FUNCTION = 24
} tsrt_kind;

typedef struct tsrt_type tsrt_type;
typedef struct tsrt_error tsrt_error;
typedef struct tsrt_value tsrt_value;

/** A method the runtime itself may need to call on an object (`__lt__`, ...).
    args/result as for tsrt_entry. */
typedef tsrt_error *(*tsrt_entry)(const tsrt_value *args, tsrt_value *result);
typedef struct tsrt_method {
  const char *name;
  tsrt_entry entry;
} tsrt_method;

/** A type descriptor: constant, of static storage or interned for the life of
    the process. Descriptors are compared by structure (tsrt_type_equal). */
struct tsrt_type {
  int32_t kind;          /* tsrt_kind */
  uint32_t size, align;  /* of the native representation, bytes */
  const char *name;      /* TorchScript spelling: "List[int]", "__torch__.C" */
  uint32_t num_elements; /* list, optional, future, ...: 1; dict: 2 (key,
                            value); tuple, union: members; object: fields */
  uint32_t num_methods;
  const tsrt_type *const *elements;
  const uint32_t *offsets; /* tuple, object: byte offset of each element
                              (objects: from the start of the object) */
  const char *const
      *element_names; /* NamedTuple and object fields, enum members; or null */
  const tsrt_method *methods;    /* objects: methods known to the runtime */
  const tsrt_value *enum_values; /* enum: value of each member */
};

/** A value of statically unknown type: the native form of Any, Union and
    number, and the form of every argument of a boxed call. `type` is never
    Optional, Any, Union or Scalar: None is TSRT_NONE. A null type is None too.
 */
struct tsrt_value {
  const tsrt_type *type;
  union {
    int64_t i; /* int, bool (0/1), enum (member index), device */
    double f;
    double c[2]; /* complex: real, imaginary */
    void *p;     /* heap objects; tuples: a tsrt_box */
    int64_t raw[2];
  } u;
};

/** Head of every heap object. */
typedef struct tsrt_header {
  int64_t refcount; /* atomic; negative: immortal */
  const tsrt_type *type;
} tsrt_header;

typedef struct tsrt_str {
  tsrt_header header;
  int64_t size;  /* bytes, without the trailing NUL */
  uint64_t hash; /* 0: not computed */
  char data[];   /* UTF-8 bytes, NUL-terminated */
} tsrt_str;

typedef struct tsrt_list {
  tsrt_header header;     /* type: List[T] */
  int64_t size, capacity; /* elements */
  void *data;             /* native representation of T, contiguous */
} tsrt_list;

typedef struct tsrt_box { /* a tuple stored in a tsrt_value */
  tsrt_header header;     /* type: the tuple type */
  char data[];            /* native struct, aligned to 16 */
} tsrt_box;

typedef struct tsrt_object { /* script class instance or module */
  tsrt_header header;        /* fields follow at type->offsets */
} tsrt_object;

typedef struct tsrt_dict tsrt_dict; /* insertion-ordered hash table */
typedef struct tsrt_tensor tsrt_tensor;
typedef struct tsrt_future tsrt_future;

/** Descriptors of the types without parameters. */
extern TSRT_API const tsrt_type tsrt_type_none, tsrt_type_bool, tsrt_type_int,
    tsrt_type_float, tsrt_type_complex, tsrt_type_str, tsrt_type_tensor,
    tsrt_type_any, tsrt_type_scalar, tsrt_type_device, tsrt_type_generator,
    tsrt_type_stream;
/** Lists and tuples of unknown elements, which are boxed. */
extern TSRT_API const tsrt_type tsrt_type_any_list, tsrt_type_any_tuple;
/** Interned descriptors of parameterised types; thread-safe. */
TSRT_API const tsrt_type *tsrt_type_list(const tsrt_type *element);
TSRT_API const tsrt_type *tsrt_type_dict(const tsrt_type *key,
                                         const tsrt_type *value);
TSRT_API const tsrt_type *tsrt_type_optional(const tsrt_type *payload);
TSRT_API const tsrt_type *tsrt_type_future(const tsrt_type *payload);
/** `names` null for a plain tuple; `name` null unless a NamedTuple. */
TSRT_API const tsrt_type *tsrt_type_tuple(const char *name, uint32_t n,
                                          const tsrt_type *const *elements,
                                          const char *const *names);
TSRT_API int tsrt_type_equal(const tsrt_type *a, const tsrt_type *b);
/** isinstance: is the dynamic type of `v` a subtype of `t`? */
TSRT_API int tsrt_value_isinstance(const tsrt_value *v, const tsrt_type *t);

/*===-- Reference counting and native <-> boxed ---------------------------===*/

TSRT_API void tsrt_retain(void *object);
TSRT_API void tsrt_release(void *object);
TSRT_API void tsrt_value_retain(const tsrt_value *v);
TSRT_API void tsrt_value_release(const tsrt_value *v);
/** Retain or release everything inside a native value of type `t` at `p`. */
TSRT_API void tsrt_native_retain(const tsrt_type *t, const void *p);
TSRT_API void tsrt_native_release(const tsrt_type *t, const void *p);
/** Native value at `p` of static type `t` → boxed, owned (retains). */
TSRT_API void tsrt_box_value(const tsrt_type *t, const void *p,
                             tsrt_value *out);
/** Boxed → native of static type `t` at `p`, owned (retains). The dynamic type
    must be a subtype of `t`; int converts to float/complex where `t` asks. */
TSRT_API tsrt_error *tsrt_unbox_value(const tsrt_value *v, const tsrt_type *t,
                                      void *p);

/*===-- Memory ------------------------------------------------------------===*/

/** 64-byte aligned memory; pooled. Never returns null (aborts when exhausted
    with a message). tsrt_free accepts null. */
TSRT_API void *tsrt_alloc(size_t bytes);
TSRT_API void tsrt_free(void *p);
/** Heap objects alive in the process, for leak tests. */
TSRT_API int64_t tsrt_live_objects(void);

/*===-- Errors ------------------------------------------------------------===*/

/** One traceback frame; static storage. Lines and columns count from 1. */
typedef struct tsrt_frame {
  const char *file, *function;
  int32_t line, column, end_line, end_column;
} tsrt_frame;

/** `cls`: "RuntimeError", "builtins.ValueError", ...; both texts are copied. */
TSRT_API tsrt_error *tsrt_error_new(const char *cls, const char *message);
TSRT_API tsrt_error *tsrt_error_newf(const char *cls, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/** ts.raise: class and message as TorchScript reports them. */
TSRT_API tsrt_error *tsrt_raise(const char *cls, const tsrt_str *message);
/** Appends a frame (innermost first) and returns `e`. */
TSRT_API tsrt_error *tsrt_error_add_frame(tsrt_error *e,
                                          const tsrt_frame *frame);
TSRT_API const char *tsrt_error_class(const tsrt_error *e);
TSRT_API const char *tsrt_error_message(const tsrt_error *e);
/** Whether the runtime lacks what the program asked for: an operator without a
    kernel. */
TSRT_API int32_t tsrt_error_is_unsupported(const tsrt_error *e);
TSRT_API int32_t tsrt_error_num_frames(const tsrt_error *e);
TSRT_API const tsrt_frame *tsrt_error_get_frame(const tsrt_error *e, int32_t i);
TSRT_API void tsrt_error_release(tsrt_error *e);
/** Text of a source file, for the excerpts of tracebacks; both are copied. A
    later text of the same file replaces the earlier one. */
TSRT_API void tsrt_register_source(const char *file, const char *text,
                                   size_t size);
/** The whole report as TorchScript words it: traceback, excerpts, class and
    message, ending in a newline. Without frames: "CLASS: message". */
TSRT_API struct tsrt_str *tsrt_error_traceback(const tsrt_error *e);

/*===-- Strings, lists, dicts, objects ------------------------------------===*/

/** Strings of less than two bytes are shared and immortal. */
TSRT_API tsrt_str *tsrt_str_new(const char *bytes, int64_t size);
/** 1 when the bytes are equal, else 0. */
TSRT_API uint8_t tsrt_str_equal(const tsrt_str *a, const tsrt_str *b);
/** a + b; takes `a`, whose memory serves the result when nobody else has it. */
TSRT_API tsrt_str *tsrt_str_append(tsrt_str *a, const tsrt_str *b);
/** The order of the bytes: negative, 0 or positive. */
TSRT_API int64_t tsrt_str_compare(const tsrt_str *a, const tsrt_str *b);
/** 1 when `part` occurs in `s`, else 0. */
TSRT_API uint8_t tsrt_str_contains(const tsrt_str *s, const tsrt_str *part);
/** 1 when a string is not empty and all its bytes are in a class. */
TSRT_API uint8_t tsrt_str_is_alpha(const tsrt_str *s);
TSRT_API uint8_t tsrt_str_is_digit(const tsrt_str *s);
TSRT_API uint8_t tsrt_str_is_alnum(const tsrt_str *s);
TSRT_API uint8_t tsrt_str_is_space(const tsrt_str *s);
/** s[index], a string of one byte. */
TSRT_API tsrt_error *tsrt_str_at(const tsrt_str *s, int64_t index,
                                 tsrt_str **result);
/** ord(s). */
TSRT_API tsrt_error *tsrt_str_ord(const tsrt_str *s, int64_t *result);
/** int(s). */
TSRT_API tsrt_error *tsrt_str_to_int(const tsrt_str *s, int64_t *result);
/** str(value) of an int. */
TSRT_API tsrt_str *tsrt_str_of_int(int64_t value);
/** separator.join(strings), of a List[str]. */
TSRT_API tsrt_str *tsrt_str_join(const tsrt_str *separator,
                                 const tsrt_list *strings);
/** str(v) and print's text of a value. */
TSRT_API tsrt_str *tsrt_value_str(const tsrt_value *v);
/** An empty list with room for `capacity` elements. */
TSRT_API tsrt_list *tsrt_list_new(const tsrt_type *list_type, int64_t capacity);
/** Makes room for one more element and returns its address (slow path of
    append; size is not changed). */
TSRT_API void *tsrt_list_grow(tsrt_list *list);
/** Makes room for `count` more elements, or for some thousands when there are
    more; nothing when it is not positive. */
TSRT_API void tsrt_list_reserve(tsrt_list *list, int64_t count);
/** Makes room for `count` more elements, however many. */
TSRT_API void tsrt_list_reserve_all(tsrt_list *list, int64_t count);
TSRT_API tsrt_dict *tsrt_dict_new(const tsrt_type *dict_type);
/** Inserts or overwrites; key and value are native and borrowed (retained). */
TSRT_API tsrt_error *tsrt_dict_set(tsrt_dict *d, const void *key,
                                   const void *value);
/** Address of the native value, or null when missing. */
TSRT_API void *tsrt_dict_find(const tsrt_dict *d, const void *key);
/** The same of a dict whose keys are ints or strings. */
TSRT_API void *tsrt_dict_find_int(const tsrt_dict *d, int64_t key);
TSRT_API void *tsrt_dict_find_str(const tsrt_dict *d, const tsrt_str *key);
/** The KeyError of a key that is missing. */
TSRT_API tsrt_error *tsrt_dict_key_error(const tsrt_dict *d, const void *key);
/** Removes an entry; 0 when it was missing. */
TSRT_API int tsrt_dict_remove(tsrt_dict *d, const void *key);
TSRT_API int64_t tsrt_dict_size(const tsrt_dict *d);
/** Entry `i` in insertion order, 0 <= i < size. */
TSRT_API void tsrt_dict_entry(const tsrt_dict *d, int64_t i, const void **key,
                              const void **value);
/** A zero-initialised instance. */
TSRT_API tsrt_object *tsrt_object_new(const tsrt_type *object_type);
TSRT_API void tsrt_print(const tsrt_value *values, int32_t n);
TSRT_API void tsrt_warn(const tsrt_str *message);
/** Where print and warn write; default stdout / stderr. Null restores it. */
typedef void (*tsrt_write_fn)(void *context, const char *bytes, size_t size);
TSRT_API void tsrt_set_print(tsrt_write_fn fn, void *context);
TSRT_API void tsrt_set_warn(tsrt_write_fn fn, void *context);

/*===-- Tensors -----------------------------------------------------------===*/

/** dtype numbers are c10's ScalarType. */
typedef enum tsrt_dtype {
  TSRT_U8 = 0,
  TSRT_I8 = 1,
  TSRT_I16 = 2,
  TSRT_I32 = 3,
  TSRT_I64 = 4,
  TSRT_F16 = 5,
  TSRT_F32 = 6,
  TSRT_F64 = 7,
  TSRT_C32 = 8,
  TSRT_C64 = 9,
  TSRT_C128 = 10,
  TSRT_B8 = 11,
  TSRT_BF16 = 15
} tsrt_dtype;
#define TSRT_MAX_RANK 64

TSRT_API tsrt_tensor *tsrt_tensor_empty(int32_t dtype, int32_t rank,
                                        const int64_t *sizes);
/** Wraps memory of another owner: `release(context)` is called when the last
    tensor on it dies (null: never). Strides in elements; null: contiguous. */
TSRT_API tsrt_tensor *
tsrt_tensor_from_memory(int32_t dtype, int32_t rank, const int64_t *sizes,
                        const int64_t *strides, void *data,
                        void (*release)(void *), void *context);
/** Adopts a buffer made by tsrt_alloc (`base`), the elements begin at `data`.
 */
TSRT_API tsrt_tensor *tsrt_tensor_adopt(int32_t dtype, int32_t rank,
                                        const int64_t *sizes,
                                        const int64_t *strides, void *base,
                                        void *data);
TSRT_API int32_t tsrt_tensor_dtype(const tsrt_tensor *t);
TSRT_API int32_t tsrt_tensor_rank(const tsrt_tensor *t);
TSRT_API const int64_t *tsrt_tensor_sizes(const tsrt_tensor *t);
TSRT_API const int64_t *tsrt_tensor_strides(const tsrt_tensor *t);
/** First element (storage offset applied). */
TSRT_API void *tsrt_tensor_data(const tsrt_tensor *t);
TSRT_API int64_t tsrt_tensor_numel(const tsrt_tensor *t);
TSRT_API int tsrt_tensor_is_contiguous(const tsrt_tensor *t);
/** The tensor itself (retained) when contiguous, else a contiguous copy. */
TSRT_API tsrt_tensor *tsrt_tensor_contiguous(const tsrt_tensor *t);
/** Reads or writes the element at n indices (negative ones count from the end).
    Returns 0 and does nothing, a read gives zero, unless the tensor has n
    dimensions, all indices are in range, and the number converts: reads convert
    any dtype but complex ones, writes only where every value of the type fits
    and no gradient is required. */
TSRT_API uint8_t tsrt_element_load_bool(const tsrt_tensor *t, int32_t n,
                                        const int64_t *indices, uint8_t *out);
TSRT_API uint8_t tsrt_element_load_int(const tsrt_tensor *t, int32_t n,
                                       const int64_t *indices, int64_t *out);
TSRT_API uint8_t tsrt_element_load_float(const tsrt_tensor *t, int32_t n,
                                         const int64_t *indices, double *out);
TSRT_API uint8_t tsrt_element_store_bool(const tsrt_tensor *t, int32_t n,
                                         const int64_t *indices,
                                         const uint8_t *value);
TSRT_API uint8_t tsrt_element_store_int(const tsrt_tensor *t, int32_t n,
                                        const int64_t *indices,
                                        const int64_t *value);
TSRT_API uint8_t tsrt_element_store_float(const tsrt_tensor *t, int32_t n,
                                          const int64_t *indices,
                                          const double *value);
TSRT_API int32_t tsrt_dtype_size(int32_t dtype);
TSRT_API const char *tsrt_dtype_name(int32_t dtype); /* "float32", ... */

/*===-- Support for compiled code -----------------------------------------===*/

/** Moves the value out of `v`, which becomes None, to `p` as a native value of
    type `t`. When it does not fit (after an error), `p` is zeroed. */
TSRT_API void tsrt_take_native(tsrt_value *v, const tsrt_type *t, void *p);
/** tsrt_dict_set of `n` pairs, whose addresses alternate; stops at the first
    error. */
TSRT_API tsrt_error *tsrt_dict_set_all(tsrt_dict *d, const void *const *entries,
                                       int64_t n);
/** A place that calls a method by name; remembers what it found last, so that
    calls on objects of one class look it up once. */
typedef struct tsrt_method_site {
  const char *name;
  const tsrt_method *found; /* null at first; atomic */
} tsrt_method_site;
/** The error of a call that would nest too deeply for the thread's stack, or
    null. */
TSRT_API tsrt_error *tsrt_check_stack(void);
/** Calls the method of a site on args[0], an object. */
TSRT_API tsrt_error *tsrt_object_call(tsrt_method_site *site,
                                      const tsrt_value *args,
                                      tsrt_value *result);

/*===-- Tasks -------------------------------------------------------------===*/

/** torch.jit.fork: starts a call of `entry` that may run at the same time as
    the caller; the arguments are retained. `frame` is the place of the fork in
    the traceback of an error. The result has `future_type`, a Future[T]. */
TSRT_API tsrt_future *tsrt_fork(const tsrt_type *future_type, tsrt_entry entry,
                                const tsrt_value *args, int32_t num_args,
                                const tsrt_frame *frame);
/** torch.jit.wait: the result of the task as a native value of type `type` at
    `out`, owned; its error, whose message is the task's report. Runs the task
    itself when no thread has begun it. */
TSRT_API tsrt_error *tsrt_wait(tsrt_future *future, const tsrt_type *type,
                               void *out);
/** Ends what began with the calling thread's first fork: waits until all tasks
    are done and what they print is written. Not to be called from a task. */
TSRT_API void tsrt_join_tasks(void);
/** A call of compiled code begins on the calling thread, perhaps within
    another. With `keeps_tasks` that thread alone runs the tasks that it forks,
    when they are waited for or the call ends: code that calls back into what
    one thread runs needs that. */
TSRT_API void tsrt_begin_call(int32_t keeps_tasks);
/** Ends the innermost call, and its tasks: as tsrt_join_tasks, but to be called
    from tasks, too, where the calls around it keep theirs. */
TSRT_API void tsrt_end_call(void);

/*===-- Compiled programs -------------------------------------------------===*/

/** A complex number in memory. */
typedef struct tsrt_complex {
  double real, imag;
} tsrt_complex;

/** A parameter of an exported function. */
typedef struct tsrt_parameter {
  const char *name;
  const tsrt_type *type;
  const char *default_value; /* as recorded calls write it (JSON), or null */
} tsrt_parameter;

/** A function or method that ts-compile exported. */
typedef struct tsrt_function {
  const char *name;   /* in the program */
  const char *symbol; /* of the C function */
  tsrt_entry entry;   /* arguments boxed; first the instance of a method */
  const tsrt_parameter *parameters; /* without the instance */
  uint32_t num_parameters;
  int32_t instance; /* whose method it is: its number; -1: a function */
  const tsrt_type *result;
} tsrt_function;

/** An object of the program whose methods ts-compile exported. */
typedef struct tsrt_instance {
  const char *name;  /* in the program; empty for the object of an archive */
  tsrt_entry create; /* makes a new one */
  const tsrt_type *type;
} tsrt_instance;

/** What a compiled library exports as `tsrt_program_description` (weak) and as
    `<prefix>_program`. Call `initialize`, which does nothing the second time,
    before an entry; the C functions do it themselves. */
typedef struct tsrt_program {
  uint32_t abi_version; /* TSRT_PROGRAM_ABI */
  uint32_t num_functions, num_instances, num_types;
  const tsrt_function *functions;
  const tsrt_instance *instances;
  const tsrt_type *const *types; /* its script classes and enums */
  void (*initialize)(void);
} tsrt_program;
#define TSRT_PROGRAM_ABI 2

/** A storage of weights in a compiled library. */
typedef struct tsrt_storage {
  const char *name;
  void *data;
  uint64_t size; /* bytes */
} tsrt_storage;

/** Calls `initialize` unless `*done` is set, and sets it; thread-safe. */
TSRT_API void tsrt_initialize_once(int32_t *done, void (*initialize)(void));
/** A tensor on the storage `name` of a table, which keeps the memory; offset,
    sizes and strides in elements. Null when there is none of that name or the
    tensor would reach beyond it. */
TSRT_API tsrt_tensor *tsrt_tensor_from_storage(const tsrt_storage *storages,
                                               uint64_t count, const char *name,
                                               int32_t dtype, int32_t rank,
                                               const int64_t *sizes,
                                               const int64_t *strides,
                                               int64_t offset);
/** 1 when the tensor has this dtype and these sizes. */
TSRT_API int32_t tsrt_tensor_matches(const tsrt_tensor *t, int32_t dtype,
                                     int32_t rank, const int64_t *sizes);

/*===-- Operators ---------------------------------------------------------===*/

/** An operator of the runtime: boxed arguments in schema order (all of them,
    defaults filled in by the caller; None for absent optionals), results owned.
 */
typedef struct tsrt_op tsrt_op;
typedef tsrt_error *(*tsrt_kernel)(const tsrt_value *args, int32_t num_args,
                                   tsrt_value *results, int32_t num_results);
/** The same without boxes, for callers that know the types: one word for each
    argument, an int, a bool (0 or 1), the bits of a float or the address of a
    string, tensor or list (null only when it is said to be None). `call` says
    what they are: bits 0-3 hold the number of arguments, bits 4-7 that of
    results; from bit 8 each argument has four: its tsrt_kind (NONE, BOOL, INT,
    FLOAT, STR, TENSOR or LIST), and above it whether the callee gets the
    caller's reference. `results` receives words, owned; None as 0. At most
    TSRT_MAX_DIRECT arguments. */
typedef tsrt_error *(*tsrt_direct)(const tsrt_op *op, uint64_t call,
                                   const uint64_t *args, uint64_t *results);
#define TSRT_MAX_DIRECT 14
/** What an operator's handle begins with. */
typedef struct tsrt_op_head {
  tsrt_direct direct; /* never null */
} tsrt_op_head;
/** "aten::add.Tensor"; null when the runtime has no kernel of that name. */
TSRT_API const tsrt_op *tsrt_op_find(const char *name);
/** Like tsrt_op_find, but never null: a call of an operator without a kernel
    fails with its name. The handle finds a kernel that is registered later. */
TSRT_API const tsrt_op *tsrt_op_resolve(const char *name);
TSRT_API tsrt_error *tsrt_op_call(const tsrt_op *op, const tsrt_value *args,
                                  int32_t num_args, tsrt_value *results,
                                  int32_t num_results);
/** Adds a user's operator; the name is copied. */
TSRT_API void tsrt_op_register(const char *name, tsrt_kernel kernel);
/** Names of all kernels, for reports: returns the count, fills up to `max`. */
TSRT_API int32_t tsrt_op_names(const char **names, int32_t max);

/** Threads for parallel kernels; n <= 0: all cores. */
TSRT_API void tsrt_set_num_threads(int32_t n);
TSRT_API int32_t tsrt_get_num_threads(void);
/** Runs fn(context, begin, end) over [0, n) in ranges of at least `grain`,
    several for each thread: who is done takes ranges of those who are not. */
TSRT_API void tsrt_parallel_for(int64_t n, int64_t grain,
                                void (*fn)(void *context, int64_t begin,
                                           int64_t end),
                                void *context);

#ifdef __cplusplus
}
#endif

#endif /* TSRT_H */
