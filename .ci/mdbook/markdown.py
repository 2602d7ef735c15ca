"""Links, anchors and code of a Markdown page, as a source host and mdBook agree on them."""

import re
from typing import NamedTuple

FENCE = re.compile(r"^ {0,3}(?:> ?)*(?:[-*] +)?(`{3,}|~{3,})", re.M)
INLINE_CODE = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.S)
COMMENT = re.compile(r"<!--.*?-->", re.S)
INLINE_LINK = re.compile(r"\]\(\s*(<[^<>\n]*>|[^\s()<>]+(?:\([^\s()]*\)[^\s()<>]*)*)(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*\)")
REFERENCE = re.compile(r"^ {0,3}\[[^\]\n]+\]:\s+(\S+)", re.M)
ATTRIBUTE = re.compile(r"<(?:a|img)\b[^>]*?\b(?:href|src)=\"([^\"]*)\"", re.S)
NAMED = re.compile(r"<[a-z]+\b[^>]*?\b(?:id|name)=\"([^\"]+)\"", re.S)
HEADING = re.compile(r"^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$", re.M)


class Link(NamedTuple):
    """Where a link's target is in the text, and what it says."""

    start: int
    end: int
    target: str


def blank(text, spans):
    """The text with these spans as blanks; offsets and lines stay."""
    parts, at = [], 0
    for start, end in sorted(spans):
        if start >= at:
            parts += [text[at:start], re.sub(r"[^\n]", " ", text[start:end])]
            at = end
    return "".join([*parts, text[at:]])


def fenced(text):
    """The spans of fenced code blocks, fences included."""
    spans, opening = [], None
    for match in FENCE.finditer(text):
        fence = match.group(1)
        if opening is None:
            opening = (match.start(), fence)
        elif fence.startswith(opening[1]) and not text[match.end():].split("\n", 1)[0].strip("`~ \r"):
            spans.append((opening[0], match.end()))
            opening = None
    if opening is not None:
        spans.append((opening[0], len(text)))
    return spans


def inline_code(text):
    """What stands in inline code, with its offset. `text` has no fenced code."""
    return [(match.start(2), match.group(2)) for match in INLINE_CODE.finditer(text)]


def without_blocks(text):
    """The text without fenced code and comments."""
    text = blank(text, fenced(text))
    return blank(text, [match.span() for match in COMMENT.finditer(text)])


def prose(text):
    """The text without any code and without comments."""
    text = without_blocks(text)
    return blank(text, [match.span() for match in INLINE_CODE.finditer(text)])


def links(text):
    """Every link and image, in the order of the text."""
    plain = prose(text)
    found = []
    for pattern in (INLINE_LINK, REFERENCE, ATTRIBUTE):
        for match in pattern.finditer(plain):
            start, end = match.span(1)
            if plain[start] == "<":
                start, end = start + 1, end - 1
            found.append(Link(start, end, text[start:end]))
    return sorted(found)


def replace(text, changes):
    """The text with the targets of some links replaced: pairs of a link and its new target."""
    for link, target in sorted(changes, reverse=True):
        text = text[:link.start] + target + text[link.end:]
    return text


def slug(heading):
    """The anchor that a source host gives a heading."""
    heading = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    heading = re.sub(r"<[^>]+>", "", heading)
    heading = re.sub(r"(?<![\w`])[*_]{1,3}(?=\S)(.+?)(?<=\S)[*_]{1,3}(?![\w`])", r"\1", heading)
    kept = [c for c in heading.strip().lower() if c.isalnum() or c in "-_ "]
    return "".join(kept).replace(" ", "-")


def anchors(text):
    """Every anchor of a page: of its headings, and those it names itself."""
    plain, seen, found = without_blocks(text), {}, set()
    for match in HEADING.finditer(plain):
        name = slug(match.group(1))
        count = seen.get(name, 0)
        seen[name] = count + 1
        found.add(f"{name}-{count}" if count else name)
    return found | {match.group(1) for match in NAMED.finditer(prose(text))}


def line_of(text, offset):
    """The line of an offset, from 1."""
    return text.count("\n", 0, offset) + 1
