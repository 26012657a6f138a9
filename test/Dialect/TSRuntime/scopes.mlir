// RUN: ts-opt --ts-lower-raise %s | FileCheck %s

func.func private @exit(!ts.object<@C>, !ts.any)

// An exit that may fail: what it fails with is dropped.
// CHECK-LABEL: func.func @exit_fails(
func.func @exit_fails(%o: !ts.object<@C>, %a: !ts.any) {
  %m = ts.constant.str "exit"
  ts.throw "ValueError"(%m)
  return
}

// Failures inside call the exits of the scopes they stand in, inside out.
// CHECK-LABEL: func.func @nested
// CHECK-SAME: %[[A:.*]]: !ts.object<@C>, %[[B:.*]]: !ts.object<@C>
// CHECK-NOT: tsrt.scope
// CHECK: tsrt.op_call "first"
// CHECK: cf.cond_br %{{.*}}, ^[[FIRST:[a-z0-9]+]], ^{{.*}}
// CHECK: ^[[FIRST]]:
// CHECK: cf.br ^[[INNER:[a-z0-9]+]](
// CHECK: tsrt.op_call "second"
// CHECK: cf.cond_br %{{.*}}, ^[[SECOND:[a-z0-9]+]], ^{{.*}}
// CHECK: ^[[SECOND]]:
// CHECK: cf.br ^[[OUTER:[a-z0-9]+]](
// CHECK: tsrt.op_call "third"
// CHECK: cf.cond_br %{{.*}}, ^[[THIRD:[a-z0-9]+]], ^{{.*}}
// CHECK: ^[[THIRD]]:
// CHECK: cf.br ^[[LEAVE:[a-z0-9]+]](
// CHECK: ^[[INNER]](
// CHECK: %[[E:.*]] = {{(func.)?}}call @exit_fails(%[[B]], %{{.*}}) : {{.*}} -> !tsrt.error
// CHECK-NEXT: tsrt.error.drop %[[E]]
// CHECK-NEXT: cf.br ^[[OUTER]](
// CHECK: ^[[OUTER]](
// CHECK: call @exit(%[[A]], %{{.*}})
// CHECK-NEXT: cf.br ^[[LEAVE]](
// CHECK: ^[[LEAVE]](
// CHECK: return
func.func @nested(%a: !ts.object<@C>, %b: !ts.object<@C>) {
  tsrt.scope.begin @exit(%a) : !ts.object<@C>
  tsrt.scope.begin @exit_fails(%b) : !ts.object<@C>
  tsrt.op_call "first"() : () -> ()
  tsrt.scope.end
  tsrt.op_call "second"() : () -> ()
  tsrt.scope.end
  tsrt.op_call "third"() : () -> ()
  return
}

// Marks vanish from functions that cannot fail.
// CHECK-LABEL: func.func @plain
// CHECK-NEXT: return
func.func @plain(%a: !ts.object<@C>) {
  tsrt.scope.begin @exit(%a) : !ts.object<@C>
  tsrt.scope.end
  return
}
