//! Refusals: line, column, reason and remedy.

use rstest::rstest;

use super::{BLUR, body, refusal};

/// One line in the body of `f`, which is line 2.
#[rstest]
#[case(
    "i32 %y = ad i32 %a, 1",
    "2:10: unknown instruction `ad`; did you mean `add`? the known ones are add, sub,"
)]
#[case("cal @f(i32 %a, i32 %y)", "2:1: unknown instruction `cal`; did you mean `call`?")]
#[case("%y = aloca i32", "2:6: unknown instruction `aloca`; did you mean `alloca`?")]
#[case("i32 %y = add i32 %b, 1", "2:18: unknown variable `b`; ")]
#[case("i32 %y = add i32 %aa, 1", "2:18: unknown variable `aa`; ")]
#[case("i32 %y = add i32 %a", "3:1: `}` where `,` is expected")]
#[case("i32 %y = add i32 %a,", "3:1: `}` where an operand: a variable or a constant is expected")]
#[case("i32 %y = add %a, 1", "2:14: `%a` where a type, such as `i32`, `ui18` or `float32`, is expected")]
#[case("i32 %y = add float %a, 1", "2:14: `float`, a type without its size, is not supported")]
#[case("i32 %y = add <2 x i32> %a, 1", "2:14: a vector type is not supported")]
#[case("i32 %y = icmp lt i32 %a, 1", "2:15: unknown comparison `lt`; ")]
#[case("i32 %y = select i1 %a, i32 %a, i8 %a", "2:32: the two values of a `select` have different types")]
#[case(
    "i32 %y = add i32 %a, %y",
    "2:5: `y` reads itself, but is not a reduction; add `!tir.reduction.size !N`"
)]
#[case("i32 %y = add i32 %a, %a, !tir.reduction.size !8", "2:5: the reduction `y` does not read itself")]
#[case("i32 %y = add i32 %a, %y, !tir.reduction.size !0", "2:47: 0 is not an integer from 1 to 2^31 - 2")]
#[case(
    "i32 %y = add i32 %a, %y, !tir.reduction.sise !8",
    "2:27: unknown key `tir.reduction.sise`; did you mean `tir.reduction.size`?"
)]
#[case("i32 %y = add i32 %a, %y, !tir.reduction.size", "3:1: `}` where `!` and a value is expected")]
#[case(
    "i32 %y = add i32 %a, %y, !tir.reduction.size !2 !tir.reduction.size !2",
    "2:50: `!tir.reduction.size` given twice"
)]
#[case("i32 %y = offstream %a", "2:5: no `!tir.stream.offset`; add it")]
#[case(
    "i32 %y = offstream %a, !tir.stream.offset !-2147483648",
    "2:44: -2147483648 is not an integer from -2147483647"
)]
#[case(
    "i32 %y = i32 %a, !tir.stream.offset !+1",
    "2:10: a result without an instruction, an older form, is not supported; name the instruction: `offstream`"
)]
#[case("i32 %y = autoindex %a, !tir.aindex.type !2dx", "2:42: unknown type of index `2dx`; ")]
#[case("i32 %y = autoindex %a, !\"counter\" !0 !3", "2:25: metadata in quotation marks is not supported")]
#[case("i32 <%b, %c> = split i32 %a to <3 x i32>", "2:5: 2 lanes, but a type of 3")]
#[case("%y = merge <1 x i32> <%a, %a> to i32", "2:12: 2 lanes, but a type of 1")]
#[case("i32 <> = split i32 %a to <0 x i32>", "2:6: `>` where the variable of a lane is expected")]
#[case(
    "%y = bitcast i32 %a to <2 x i32>",
    "2:6: `bitcast` without a type before the result is not supported"
)]
#[case("i32 %y = extractelement <2 x i32> %a, i32 0", "2:10: `extractelement` is not supported")]
#[case("float32 %y = call @f(i32 %a)", "2:14: a function that returns a value is not supported")]
#[case("@m = addrspace(1) [4 x i32]", "2:6: a memory without `alloca`, an older form, is not supported")]
#[case("%m = alloca [auto x i32], addrspace(0)", "2:14: a memory of size `auto` is not supported")]
#[case("%m = alloca i32, align 4", "2:18: `align` is not supported")]
#[case("call [pndmap 2] @f(i32 %a, i32 %y)", "2:6: `call [pndmap N]`, an older form, is not supported")]
#[case("%m = alloca [2 x i32] i32 %y = load i32 %m", "2:41: `m` is a memory; read it by `streamread`")]
#[case(
    "%y = streamread i32, i32 %a, !tir.stream.size !4",
    "2:26: `%a` where `*`, as the type of a memory is a pointer, is expected"
)]
#[case(
    "%y = streamread i32, i32* %a, !tir.stream.type !streamfifo",
    "2:49: a stream of type `streamfifo` is not supported"
)]
#[case(
    "%y = streamread i32, i32* %a, !tir.stream.type !stream2d",
    "2:49: a stream of type `stream2d` is not supported"
)]
#[case(
    "%y = streamread i32, i32* %a, !tir.stream.type !stram1d",
    "2:49: unknown type of stream `stram1d`; did you mean `stream1d`?"
)]
#[case("store i32 %a, i32* %y", "2:11: a `store` of a variable, here `a`, is not supported")]
#[case("br i1 %a, label %b, label %c", "2:1: `br`, control flow, is not supported")]
#[case("call @f(i32 %a, i32 %y)", "1:13: function `@f` calls itself (`@f` calls `@f`)")]
#[case("call @ff(i32 %a, i32 %y)", "2:6: unknown function `ff`; ")]
#[case("call @f(i32 %a)", "2:6: 1 arguments, but `@f` has 2 parameters")]
#[case("call @f(%a, %y)", "2:9: `%a` where a type")]
#[case("i32 %y = load i32 %a i32 %y = load i32 %a", "2:26: `y` is written twice")]
#[case("i32 %b = load i32 %y i32 %y = load i32 %b", "2:5: the instruction waits for its own result")]
#[case("i32 %y = add i32 %a, 1 + (2", "3:1: `}` where `)` is expected")]
#[case("{", "2:1: `{` where an instruction or `}` is expected")]
#[case("ret i32", "2:5: `i32` where `void` is expected")]
#[case("i32 %y = load i32 %a $", "2:22: the character '$' does not belong to the language")]
fn lines(#[case] line: &str, #[case] start: &str) {
    let said = refusal(&body(line));
    assert!(said.starts_with(start) && said.contains("; "), "{said}");
}

#[rstest]
#[case("; nothing but a comment", "the file is empty")]
#[case("defin void @f () pipe {}", "1:1: `defin` where `define`, which begins a function, is expected")]
#[case("define i32 @f () pipe {}", "1:8: `i32` where `void`, as functions return nothing, is expected")]
#[case("define void f () pipe {}", "1:13: `f` where the name of the function")]
#[case("define void @f () seq {}", "1:19: a `seq` function is not supported")]
#[case("define void @f () comb {}", "1:19: a `comb` function is not supported")]
#[case("define void @f () par {}", "1:19: a `par` function is not supported")]
#[case("define void @f () {}", "1:19: `{` where `pipe` is expected")]
#[case("define void @f () pipe {}", "1:13: function `@f` has no parameters and no instructions")]
#[case("define void @f (i32 %a, i32 %a) pipe {}", "1:29: two parameters `a`")]
#[case("define void @main (i32 %a) {}", "1:24: `@main` has parameters")]
#[case("@m = addrSpace(1) <4 x i32>", "1:1: `@m` outside of a function, an older form, is not supported")]
#[case(
    "define void @f (i32 %a) pipe {}\ndefine void @f (i32 %a) pipe {}",
    "2:13: function `@f` is defined twice"
)]
#[case("#include \"f.tirl\"", "1:1: `#include` is not supported")]
#[case("  #defin N 1", "1:3: unknown directive `defin`; did you mean `define`?")]
#[case("#define N(x) x", "1:9: `N`, a macro with parameters, is not supported")]
#[case("#define N 1 + \\", "1:15: a `#define` of several lines is not supported")]
#[case("#define", "1:8: the end where the name of a macro is expected")]
#[case("#undef N M", "1:10: `M` where the end of the line is expected")]
#[case("#if", "1:4: the end where a number")]
#[case("#if 1 2", "1:7: `2` where the end of the line")]
#[case("#if 1\n#else\n", "1:1: no `#endif` ends this; add one")]
#[case("#endif", "1:1: `#endif` without an `#if`")]
#[case("#else", "1:1: `#else` without an `#if`")]
#[case("#elif 1", "1:1: `#elif` without an `#if`")]
#[case("#if 1\n#else\n#else\n#endif", "3:1: `#else` after an `#else`")]
fn files(#[case] text: &str, #[case] start: &str) {
    let said = refusal(text);
    assert!(said.starts_with(start) && said.contains("; "), "{said}");
}

#[rstest]
#[case(
    "!tir.stream.size !WIDTH",
    "!tir.stream.size !(1048576 + 1)",
    "36:92: a stream of 1048577 words is longer than 2^20"
)]
fn streams_of_main(#[case] old: &str, #[case] new: &str, #[case] start: &str) {
    let said = refusal(&BLUR.replacen(old, new, 1));
    assert!(said.starts_with(start), "{said}");
}

#[test]
fn streams_of_different_sizes() {
    let read = "%pixels = streamread pixel, pixel* %image, !tir.stream.size !8\n";
    let text = BLUR.replace(
        "  streamwrite pixel %smooth",
        &format!("{}  streamwrite pixel %smooth", read.replace("%pixels", "%more")),
    );
    let said = refusal(&text);
    assert!(said.starts_with("37:60: streams of different sizes is not supported"), "{said}");
}
