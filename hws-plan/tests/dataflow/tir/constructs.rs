//! Each construct, with the nodes and edges that it becomes.

use rstest::rstest;
use serde_json::json;

use super::{body, graph, node, program};
use crate::dataflow::answer;

/// An output that no instruction reads is its instruction; constants are not streams; one edge for two uses.
#[rstest]
#[case("i32 %y = add i32 %a, %a", "add.i32", 1, "a -> y")]
#[case("i32 %y = sub i32 %a, 3", "sub.i32", 1, "a -> y")]
#[case("i32 %y = mul ui18 -2, %a", "mul.ui18", 1, "a -> y")]
#[case("i32 %y = udiv float32 %a, -0.5", "udiv.float32", 13, "a -> y")]
#[case("i32 %y = sdiv i32 %a, (2 + 3)", "sdiv.i32", 1, "a -> y")]
#[case("i32 %y = or i1 %a, %a", "or.i1", 1, "a -> y")]
#[case("i32 %y = and i1 %a, 1", "and.i1", 1, "a -> y")]
#[case("float32 %y = add float32 %a, %a", "add.float32", 8, "a -> y")]
#[case("float32 %y = sub float32 %a, 1.", "sub.float32", 8, "a -> y")]
#[case("float32 %y = mul float32 %a, %a", "mul.float32", 3, "a -> y")]
#[case("float32 %y = sin float32 %a", "sin.float32", 23, "a -> y")]
#[case("float32 %y = cos float32 %a", "cos.float32", 23, "a -> y")]
#[case("float32 %y = load float32 %a", "load.float32", 1, "a -> y")]
#[case("i1 %y = icmp eq i32 %a, 0", "icmp.i32", 1, "a -> y")]
#[case("i1 %y = icmp ne i32 4 - 1, %a", "icmp.i32", 1, "a -> y")]
#[case("i32 %y = select i1 %a, i8 %a, i8 3", "select.i8", 1, "a -> y")]
fn operations(#[case] line: &str, #[case] opcode: &str, #[case] lat: i64, #[case] edge: &str) {
    let program = program(&body(line));
    assert_eq!(graph(&program, "f"), (vec!["a".to_owned(), "y".to_owned()], vec![edge.to_owned()]));
    assert_eq!(
        (&node(&program, "f", "y")["opcode"], &program["costs"][opcode]),
        (&json!(opcode), &json!(lat))
    );
    assert_eq!(node(&program, "f", "y")["output"], true);
    answer(&program);
}

/// Ports, operations of constants only, labels, variables of both kinds, and any order of the lines.
#[test]
fn graphs_of_operations() {
    let program = program(&body(
        "start: i32 @g = mul i32 %c, %a i32 %c = add i32 1, 2\n2: i32 %y = add i32 @g, %c\ni32 %z = load i32 %y ret void",
    ));
    let (nodes, edges) = graph(&program, "f");
    assert_eq!(nodes, ["a", "@g", "c", "y", "z", "y:out"]);
    // `y` feeds `z`, so the output is a port of its own.
    assert_eq!(edges, ["c -> @g", "a -> @g", "@g -> y", "c -> y", "y -> z", "y -> y:out"]);
    answer(&program);
}

#[test]
fn reductions() {
    for line in [
        "i32 %y = add i32 %a, %y, !tir.reduction.size !2*4",
        "i32 %y = add i32 %y, %a !tir.reduction.size, !8",
    ] {
        let program = program(&body(line));
        assert_eq!(node(&program, "f", "y")["reduction"], json!({"size": 8}));
        assert_eq!(graph(&program, "f").1, ["a -> y"]);
        assert_eq!(answer(&program)["functions"]["f"]["FPO"], 8);
    }
}

/// One buffer for all offsets of a stream; its latency is one more than the largest.
#[test]
fn offsets() {
    let program = program(&body(
        "i32 %p = offstream %a, !tir.stream.offset !+3\ni32 %n = offstream %a, !tir.stream.offset, !-9\n\
         i32 %b = load i32 %a\ni32 %m = offstream %b, !tir.stream.offset !-1\n\
         i32 %q = add i32 %p, %n\ni32 %y = add i32 %q, %m",
    ));
    let (nodes, edges) = graph(&program, "f");
    assert_eq!(nodes, ["a", "a:window", "b", "b:window", "q", "y"]);
    assert_eq!(
        edges,
        ["a -> a:window", "a -> b", "b -> b:window", "a:window -> q", "q -> y", "b:window -> y"]
    );
    assert_eq!(node(&program, "f", "a:window")["lat"], 4);
    assert_eq!(node(&program, "f", "b:window")["lat"], 1);
}

#[test]
fn counters() {
    let program = program(&body(
        "i32 %i = autoindex %a, !tir.aindex.type !2d, !tir.aindex.range !0 !8-1, !tir.aindex.dimNum !1, !tir.aindex.nestOver !%j\n\
         i32 %j = autoindex %a, !tir.aindex.type !1d, !tir.aindex.range !0, !(8/2), !tir.aindex.nestUnder !%i\n\
         i32 %y = add i32 %i, %j",
    ));
    assert_eq!(graph(&program, "f").1, ["a -> i", "a -> j", "i -> y", "j -> y"]);
    assert_eq!(node(&program, "f", "i"), &json!({"id": "i", "kind": "autoindex"}));
    answer(&program);
}

/// Lanes wait until each has its word; joining takes a cycle.
#[test]
fn lanes() {
    let program = program(&body(
        "i32 <%l0, %l1, %l2> = split i32 %a to <3 x i32>\n%y = merge <3 x i32> <%l0, %l1 %l2> to i32",
    ));
    assert_eq!(graph(&program, "f").1, ["a -> l0:split", "l0:split -> y"]);
    assert_eq!(node(&program, "f", "l0:split")["lat"], 3);
    assert_eq!(answer(&program)["functions"]["f"]["LAT"], 4);
}

/// A scalar is a constant, whether something is stored in it or not, and an output may be one.
#[test]
fn scalars() {
    let program = program(&body(
        "%s = alloca i32, addrspace(3)\nstore i32 3, i32* %s\n@t = alloca i8\ni32 %b = add i32 %s, @t\nstore i32 -1, i32* %y",
    ));
    let (nodes, edges) = graph(&program, "f");
    assert_eq!(nodes, ["a", "s", "@t", "b", "y", "y:out"]);
    assert_eq!(edges, ["s -> b", "@t -> b", "y -> y:out"]);
    assert_eq!(node(&program, "f", "s"), &json!({"id": "s", "kind": "const"}));
    answer(&program);
}

/// Directions of arguments follow from the callee, through calls of calls, whatever the order of the functions.
#[test]
fn calls() {
    let program = program(
        "define void @top (i32 %out, i32 %in) pipe { call @twice(i32 %out, i32 %in) }
         define void @twice (i32 %r, i32 %x) pipe { call @one(i32 %h i32 %x) call @one(i32 %r, i32 %h) ret void }
         define void @one (i32 %y, i32 %a) pipe { i32 %y = add i32 %a, 1 }",
    );
    assert_eq!(program["top"], "top");
    let (nodes, edges) = graph(&program, "twice");
    assert_eq!(nodes, ["x", "one()", "one():2"]);
    assert_eq!(edges, ["x -> one()", "one() -> one():2"]);
    assert_eq!(node(&program, "twice", "one():2")["output"], true);
    assert_eq!(graph(&program, "top").1, ["in -> twice()"]);
    assert_eq!(answer(&program)["absolute"]["top/twice()/one():2/y"], 1);
}

/// Streams are gates and ports, and memories nothing; the size of the streams is that of every function.
#[test]
fn streams() {
    let program = program(&format!(
        "{}\ndefine void @main () {{
           %m = alloca [64 x i32], addrspace(1) %m = alloca [64 x i32] @n = alloca [64 x i32], addrspace(1)
           %s = streamread i32, i32* %m, !tir.stream.type !stream1d, !tir.stream.size !64, !tir.stream.saddr !0, !tir.stream.stride !1
           streamwrite i32 %t, i32* @n, !tir.stream.size !64
           streamwrite i32 %t, i32* %not_defined, !tir.stream.size !1
           call @f (i32 %s, i32 %t)
         }}",
        body("i32 %y = load i32 %a")
    ));
    let (nodes, edges) = graph(&program, "main");
    assert_eq!(
        (nodes, edges),
        (
            ["s", "t:write", "t:write:2", "f()"].map(str::to_owned).to_vec(),
            ["f() -> t:write", "f() -> t:write:2", "s -> f()"].map(str::to_owned).to_vec(),
        )
    );
    assert_eq!(node(&program, "main", "s")["kind"], "gate");
    assert_eq!(
        [&program["functions"]["f"]["stream_size"], &program["functions"]["main"]["stream_size"]],
        [64, 64]
    );
    assert_eq!(answer(&program)["functions"]["f"]["edges"][0]["tokens"], 64);
}

#[rstest]
#[case("#define op add\n", "op")]
#[case("#define op twice\n#define twice add\n", "op")]
#[case("#define add add\n", "add")]
#[case("#define op mul\n#undef op\n#define op add ; the last one\n", "op")]
#[case(
    "#define N 2\n#if (N == 2)\n#define op add\n#elif N\n#define op mul\n#else\n#define op sub\n#endif\n",
    "op"
)]
#[case("#if N\n $ not read $\n#if 1\n#endif\n#elif 0 || !N\n#define op add\n#elif $\n#endif\n", "op")]
#[case("#ifdef N\n#define op mul\n#else $ N\n# define op add\n#endif of N\n", "op")]
#[case("#ifndef N\n#define op add\n#endif\n#define op\tadd\n", "op")]
#[case("#if defined(N) && defined M\n#define op mul\n#else\n#define op add\n#endif\n", "op")]
fn directives(#[case] before: &str, #[case] opcode: &str) {
    let program = program(&format!("{before}{}", body(&format!("i32 %y = {opcode} i32 %a, 1"))));
    assert_eq!(node(&program, "f", "y")["opcode"], "add.i32");
}
