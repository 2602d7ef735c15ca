"""Checks the links of every page of the repository and, given the folder of the built book, of the book.

    python3 -B .ci/mdbook/check.py [BOOK]

Prints every fault with its place and ends with status 1 if there is one:
* a link in a Markdown file to a file, folder or anchor that is not there;
* inline code that names a file of the repository that is not there (CHANGELOG.md may name what is gone);
* a page of docs/, a page in the root, or a README that docs/SUMMARY.md does not name, or names twice;
* a folder with a Cargo.toml and without a README.md;
* in the book, a link, image, script or style sheet inside it that is not there, or an anchor that the page does not have.
"""

import os
import posixpath
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import markdown
from preprocess import EXTERNAL

SUMMARY = "docs/SUMMARY.md"
HISTORY = "CHANGELOG.md"
PATH = re.compile(r"[\w.-]+(?:/[\w.-]+)+")


def tracked(root):
    """The files of the repository: those that git has or would add; without git, all that are there."""
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
                            cwd=root, capture_output=True, check=False)
    if listed.returncode == 0:
        names = listed.stdout.decode().split("\0")
    else:
        names = [str(path.relative_to(root)) for path in root.rglob("*")]
    return {name for name in names if name and not name.startswith("target/") and (root / name).is_file()}


def with_folders(files):
    """The files and every folder that holds one."""
    return files | {str(folder) for name in files for folder in Path(name).parents if str(folder) != "."} | {"."}


class Repository:
    """What the links of Markdown files may lead to."""

    def __init__(self, root):
        self.root = root
        self.files = tracked(root)
        self.places = with_folders(self.files)
        self.folders = {name.split("/", 1)[0] for name in self.files if "/" in name}
        self.text = {name: (root / name).read_text(encoding="utf-8") for name in self.files if name.endswith(".md")}
        self.anchors = {name: markdown.anchors(text) for name, text in self.text.items()}

    def faults(self):
        for name in sorted(self.text):
            yield from self.faults_of_links(name)
            if name != HISTORY:
                yield from self.faults_of_code(name)
        yield from self.faults_of_summary()
        yield from self.crates_without_readme()

    def faults_of_links(self, name):
        text = self.text[name]
        for link in markdown.links(text):
            if EXTERNAL.match(link.target):
                continue
            reason = self.reason_against(name, link.target)
            if reason:
                yield f"{name}:{markdown.line_of(text, link.start)}: {reason}"

    def reason_against(self, name, target):
        path, _, anchor = unquote(target).partition("#")
        place = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
        if place not in self.places:
            return f"the link `{target}` leads to `{place}`, which does not exist"
        if anchor and place in self.anchors and anchor not in self.anchors[place]:
            return f"`{place}` has no anchor `#{anchor}`"
        return None

    def faults_of_code(self, name):
        text = self.text[name]
        for offset, code in markdown.inline_code(markdown.without_blocks(text)):
            is_path = PATH.fullmatch(code) and code.split("/", 1)[0] in self.folders
            # A file is meant where the last part has an extension; other names may be anything.
            if is_path and "." in posixpath.basename(code)[1:] and code not in self.places:
                yield f"{name}:{markdown.line_of(text, offset)}: `{code}` names a file that does not exist"

    def faults_of_summary(self):
        if SUMMARY not in self.text:
            yield f"{SUMMARY}: the table of contents is missing"
            return
        named = [posixpath.normpath(posixpath.join(posixpath.dirname(SUMMARY), link.target))
                 for link in markdown.links(self.text[SUMMARY])]
        for page in sorted(filter(is_page, self.text)):
            if named.count(page) != 1:
                yield f"{SUMMARY}: names {page} {named.count(page)} times; every page is named once"

    def crates_without_readme(self):
        for name in sorted(self.files):
            readme = posixpath.join(posixpath.dirname(name), "README.md")
            if posixpath.basename(name) == "Cargo.toml" and readme not in self.files:
                yield f"{name}: the crate has no README.md beside it"


def is_page(name):
    """Whether the book has to have this Markdown file."""
    is_one = "/" not in name or name.startswith("docs/") or posixpath.basename(name) == "README.md"
    return is_one and name != SUMMARY


class Page(HTMLParser):
    """The anchors of a page of the book, and what it refers to with the line."""

    def __init__(self, text):
        super().__init__()
        self.anchors, self.references = set(), []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for key, value in attributes:
            if value and (key == "id" or (key == "name" and tag == "a")):
                self.anchors.add(value)
            if value and (key == "src" or (key == "href" and tag != "base")):
                self.references.append((self.getpos()[0], value))


class Book:
    """The built book."""

    def __init__(self, root):
        self.root = root
        self.pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(root.rglob("*.html"))}

    def faults(self):
        if not self.pages:
            yield f"{self.root}: there is no page in it"
        for path, page in self.pages.items():
            # Served for any address, so its links start from the root of a site.
            if path.name == "404.html":
                continue
            for line, target in page.references:
                reason = self.reason_against(path, target)
                if reason:
                    yield f"{path}:{line}: {reason}"

    def reason_against(self, path, target):
        if EXTERNAL.match(target):
            return None
        parts = urlsplit(target)
        file = Path(os.path.normpath(path.parent / unquote(parts.path))) if parts.path else path
        if not file.is_file():
            return f"the link `{target}` leads to no file of the book"
        anchor = unquote(parts.fragment)
        if anchor and file in self.pages and anchor not in self.pages[file].anchors:
            return f"`{target}`: the page has no such anchor"
        return None


def main():
    checked = [Repository(Path("."))] + [Book(Path(folder)) for folder in sys.argv[1:2]]
    faults = [fault for part in checked for fault in part.faults()]
    for fault in faults:
        print(fault, file=sys.stderr)
    counts = [f"{sum(len(markdown.links(text)) for text in checked[0].text.values())} links in {len(checked[0].text)} Markdown files"]
    counts += [f"{sum(len(page.references) for page in book.pages.values())} in {len(book.pages)} pages of the book"
               for book in checked[1:]]
    print(f"{', '.join(counts)}: {len(faults)} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
