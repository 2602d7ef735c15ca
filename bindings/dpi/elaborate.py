"""Elaborates SystemVerilog files with pyslang, a front end of the whole language; fails at the first error."""

import sys

import pyslang


def main(paths: list[str]) -> int:
    """Compiles the files as one design and prints its errors."""
    compilation_of = getattr(pyslang, "ast", pyslang).Compilation
    tree_of = getattr(pyslang, "syntax", pyslang).SyntaxTree
    compilation = compilation_of()
    for path in paths:
        compilation.addSyntaxTree(tree_of.fromFile(path))
    errors = [found for found in compilation.getAllDiagnostics() if found.isError()]
    if errors:
        print(pyslang.DiagnosticEngine.reportAll(compilation.sourceManager or tree_of.getDefaultSourceManager(), errors))
        return 1
    tops = ", ".join(top.name for top in compilation.getRoot().topInstances)
    print(f"{len(paths)} files elaborate; top: {tops or 'packages only'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
