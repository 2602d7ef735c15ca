"""The mdBook preprocessor of book.toml: makes one book of pages that lie all over the repository.

On a source host every link of a page is a path in the repository. The same links work in the book, because
* a page outside of docs/ that docs/SUMMARY.md names gets a place inside the book, at its path in the repository;
* a file or folder of the repository that a page links to, and that is not a page itself, becomes a page under `sources`.
"""

import json
import posixpath
import re
import sys
from pathlib import Path

import markdown

SOURCES = "sources"
EXTERNAL = re.compile(r"^(?:[a-z][a-z0-9+.-]*:|//)", re.I)
LANGUAGES = {
    ".c": "c", ".css": "css", ".h": "c", ".html": "html", ".json": "json", ".jsonl": "json", ".ld": "text", ".md": "markdown",
    ".mjs": "javascript", ".py": "python", ".rs": "rust,noplayground", ".toml": "toml", ".yaml": "yaml",
}


def chapters(items):
    """Every chapter that has a page, at any depth."""
    for item in items:
        if "Chapter" in item:
            chapter = item["Chapter"]
            if chapter["path"]:
                yield chapter
            yield from chapters(chapter["sub_items"])


def place_in_book(path, src):
    """Where a file of the repository lies in the book, if it is a page."""
    inside = posixpath.relpath(path, src) if path.startswith(src + "/") else path
    folder, name = posixpath.split(inside)
    return posixpath.join(folder, "index.md") if name == "README.md" else inside


class Repository:
    """The folder that the links of pages lead into."""

    def __init__(self, root, src, pages):
        self.root, self.src = Path(root), src
        self.pages = {path: place_in_book(path, src) for path in pages}
        self.sources = set()

    def page_of(self, path):
        """The place in the book of what `path` names, if the repository has it."""
        for page in (path, posixpath.join(path, "README.md")):
            if page in self.pages:
                return self.pages[page]
        if self.is_copied(path):
            return posixpath.relpath(path, self.src)
        if not (self.root / path).exists():
            return None
        self.sources.add(path)
        return source_place(path)

    def is_copied(self, path):
        """Whether mdBook copies the file itself: pictures and the like in docs/."""
        return path.startswith(self.src + "/") and not path.endswith(".md") and (self.root / path).is_file()

    def rewritten(self, text, path, place):
        """The page's text with the links that it needs at its place in the book."""
        changes = []
        for link in markdown.links(text):
            target, _, anchor = link.target.partition("#")
            if not target or EXTERNAL.match(link.target):
                continue
            page = self.page_of(posixpath.normpath(posixpath.join(posixpath.dirname(path), target)))
            if page:
                relative = posixpath.relpath(page, posixpath.dirname(place) or ".")
                changes.append((link, f"{relative}#{anchor}" if anchor else relative))
        return markdown.replace(text, changes)


def source_place(path):
    """Where a source lies in the book; a folder's page is not in the way of its files'."""
    return f"{SOURCES}/{path.strip('/')}.md"


def source_page(root, path):
    """A file as it is, a folder as a list of its files and the first sentence of each."""
    file = Path(root) / path
    if file.is_dir():
        rows = [f"* `{entry.name}{'/' if entry.is_dir() else ''}`{purpose(entry)}" for entry in sorted(file.iterdir())]
        return "\n".join([f"# {path}/", "", *rows, ""])
    text = file.read_text(encoding="utf-8")
    fence = "`" * max([3, *(len(run) + 1 for run in re.findall(r"`+", text))])
    language = LANGUAGES.get(file.suffix, "bash" if text.startswith("#!") else "text")
    return f"# {path}\n\n{fence}{language}\n{text.rstrip()}\n{fence}\n"


def purpose(file):
    """The first line of a Rust module's documentation."""
    if file.suffix != ".rs":
        return ""
    first = file.read_text(encoding="utf-8").split("\n", 1)[0]
    return f": {first[4:]}" if first.startswith("//! ") else ""


def new_chapter(name, content, place, parents=(), sub_items=()):
    return {"Chapter": {
        "name": name, "content": content, "number": None, "sub_items": list(sub_items),
        "path": place, "source_path": place, "parent_names": list(parents),
    }}


def chapter_of_sources(root, paths):
    """One chapter that is folded in the table of contents, with a page for each source."""
    pages = [new_chapter(path, source_page(root, path), source_place(path), ["Sources"]) for path in paths]
    rows = [f"* [{path}]({path}.md)" for path in paths]
    content = "\n".join(["# Sources", "", "Files and folders of the repository that the pages link to.", "", *rows, ""])
    return new_chapter("Sources", content, f"{SOURCES}/index.md", sub_items=pages)


def preprocess(context, book):
    """The book with every page in its place; changed in place."""
    root, src = context["root"], context["config"]["book"]["src"]
    items = book["items"]
    found = {posixpath.normpath(posixpath.join(src, chapter["path"])): chapter for chapter in chapters(items)}
    repository = Repository(root, src, found)
    for path, chapter in found.items():
        place = repository.pages[path]
        chapter["content"] = repository.rewritten(chapter["content"], path, place)
        chapter["path"] = place
    if repository.sources:
        items.append(chapter_of_sources(root, sorted(repository.sources)))
    return book


def main():
    if sys.argv[1:2] == ["supports"]:
        sys.exit(0 if sys.argv[2] == "html" else 1)
    context, book = json.load(sys.stdin)
    json.dump(preprocess(context, book), sys.stdout)


if __name__ == "__main__":
    main()
