// Every linalg.generic of a kernel in blocks of two rows.
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%kernels: !transform.any_op {transform.readonly}) {
    %generic = transform.structured.match ops{["linalg.generic"]} in %kernels : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %generic tile_sizes [2] : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
