"""Parses the document with markdown-it and compares its tables with the JSON."""

import sys
from math import prod

from expected import check_fingerprint, compare, load
from markdown_it import MarkdownIt


def tables(tokens):
    """Under each heading: the first three cells of the rows of its table, as plain text."""
    found, heading, row = {}, None, None
    for token, following in zip(tokens, tokens[1:]):
        if token.type == "heading_open":
            heading = text(following)
        elif token.type == "tr_open":
            row = []
        elif token.type == "td_open":
            row.append(text(following))
        elif token.type == "tr_close" and heading and row:
            found.setdefault(heading, []).append(tuple(row[:3]))
    return found


def text(inline):
    """The visible text; markup would appear as a child of another kind."""
    assert all(child.type in ("text", "text_special", "code_inline") for child in inline.children), inline.content
    return "".join(child.content for child in inline.children)


def rows(register):
    """Bits, name and reset of each field, from the highest down; with its access if they differ."""
    is_mixed = len({field["access"] for field in register["fields"]}) > 1
    for field in reversed(register["fields"]):
        lsb, reset = field["lsb"], field["reset"]
        bits = str(lsb) if field["width"] == 1 else f"{lsb + field['width'] - 1}:{lsb}"
        third = field["access"] if is_mixed else shown(reset, register["dims"])
        yield bits, field["name"], third


def shown(reset, dims):
    """A reset as the table shows it; that of a single element, or of equal ones, does not depend on the index."""
    if reset is None:
        return "unknown"
    if isinstance(reset, dict):
        is_rising = reset["step"] > 0 and prod(dim["count"] for dim in dims) > 1
        return f"{reset['base']} + {reset['step']} × index" if is_rising else hex(reset["base"])
    return hex(reset)


def summary(document, page):
    """Offset, name and access of each register of a page."""
    for register in document["registers"]:
        if register["page"] == page["name"]:
            access = register["access"] + (" cmd" if register["queued"] else "")
            yield f"{register['offset']:#06x}", register["name"], access


def main(export, json, _work):
    document = load(json)
    check_fingerprint(export, document)
    with open(export, encoding="utf-8") as file:
        tokens = MarkdownIt("commonmark").enable("table").parse(file.read())
    expected = {register["name"]: list(rows(register)) for register in document["registers"]}
    pages = {f"{page['name']} page": list(summary(document, page)) for page in document["pages"]}
    # A table without rows is not seen.
    pages = {name: rows for name, rows in pages.items() if rows}
    seen = {key: rows for key, rows in tables(tokens).items() if key not in ("Parameters", "Address map")}
    compare("markdown (markdown-it)", {**expected, **pages}, seen)


main(*sys.argv[1:])
