"""Tests of the checker and the preprocessor, on small trees made for them: python3 -B .ci/mdbook/test.py"""

import tempfile
import unittest
from pathlib import Path

import check
import markdown
import preprocess

GOOD = {
    "README.md": "# Top\n[docs](docs/page.md#a-b-c), [code](src/a.rs), [folder](src)\n",
    "docs/SUMMARY.md": "# Summary\n[Top](../README.md)\n- [Page](page.md)\n- [Crate](../src/README.md)\n",
    "docs/page.md": "# A `b` c!\n![picture](p.svg) [up](../README.md#top) <a id=\"n1\"></a> [here](#n1) `src/a.rs`\n",
    "docs/p.svg": "<svg/>",
    "src/Cargo.toml": "",
    "src/README.md": "# Crate\n[page](../docs/page.md)\n",
    "src/a.rs": "//! What a does.\nfn a() {}\n",
}


def faults_of(checked, files):
    """What a check finds in a tree of these files."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name, text in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")
        return list(checked(root).faults())


class Markdown(unittest.TestCase):
    def changed(self, name, text):
        return faults_of(check.Repository, {**GOOD, name: text})

    def assert_only(self, faults, wanted):
        self.assertEqual(len(faults), 1, faults)
        self.assertIn(wanted, faults[0])

    def test_a_sound_tree_has_no_fault(self):
        self.assertEqual(faults_of(check.Repository, GOOD), [])

    def test_a_link_to_a_missing_file_is_found_with_its_line(self):
        faults = self.changed("src/README.md", "# Crate\n\n[gone](../docs/gone.md)\n")
        self.assert_only(faults, "src/README.md:3: the link `../docs/gone.md` leads to `docs/gone.md`")

    def test_the_case_of_a_name_counts(self):
        self.assert_only(self.changed("src/README.md", "[page](../docs/Page.md)"), "docs/Page.md")

    def test_a_missing_anchor_is_found_in_this_and_in_another_page(self):
        self.assert_only(self.changed("src/README.md", "[page](../docs/page.md#gone)"), "no anchor `#gone`")
        self.assert_only(self.changed("src/README.md", "[here](#gone)"), "no anchor `#gone`")

    def test_a_missing_picture_is_found(self):
        self.assert_only(self.changed("src/README.md", "![](gone.png)"), "gone.png")

    def test_reference_links_and_html_links_are_links(self):
        self.assert_only(self.changed("src/README.md", "[a][b]\n\n[b]: gone.md\n"), "gone.md")
        self.assert_only(self.changed("src/README.md", '<a href="gone.md">a</a>'), "gone.md")

    def test_a_path_in_inline_code_is_a_promise(self):
        self.assert_only(self.changed("src/README.md", "`src/gone.rs`"), "src/gone.rs")

    def test_what_stands_in_code_or_a_comment_is_no_link(self):
        text = "```text\n[a](gone.md)\n`src/gone.rs`\n```\n`[a](gone.md)` <!-- [a](gone.md) -->\n"
        self.assertEqual(self.changed("src/README.md", text), [])

    def test_a_page_that_the_table_of_contents_leaves_out_is_found(self):
        self.assert_only(self.changed("docs/other.md", "# Other\n"), "names docs/other.md 0 times")

    def test_a_page_that_is_named_twice_is_found(self):
        summary = GOOD["docs/SUMMARY.md"] + "- [Again](page.md)\n"
        self.assert_only(self.changed("docs/SUMMARY.md", summary), "names docs/page.md 2 times")

    def test_a_crate_without_a_readme_is_found(self):
        self.assert_only(self.changed("tool/Cargo.toml", ""), "tool/Cargo.toml: the crate has no README.md")


class Anchors(unittest.TestCase):
    def test_headings_get_the_anchors_of_source_hosts(self):
        text = "# Twice\n## Twice\n### 6.5 `COMMIT`: *a* [b](c.md), d\n```\n# none\n```\n# snake_case ##\n"
        self.assertEqual(markdown.anchors(text), {"twice", "twice-1", "65-commit-a-b-d", "snake_case"})


class Html(unittest.TestCase):
    GOOD = {"index.html": '<a href="a/b.html#x">b</a><img src="p.png">', "a/b.html": '<h1 id="x">b</h1>', "p.png": ""}

    def changed(self, text):
        return faults_of(check.Book, {**self.GOOD, "index.html": text})

    def test_a_sound_book_has_no_fault(self):
        self.assertEqual(faults_of(check.Book, self.GOOD), [])

    def test_missing_pages_anchors_and_pictures_are_found(self):
        for broken in ('<a href="gone.html">', '<a href="a/b.html#y">', '<a href="#y">', '<img src="gone.png">', '<a href="a/">'):
            self.assertEqual(len(self.changed(broken)), 1, broken)

    def test_links_that_leave_the_book_are_not_its_own(self):
        self.assertEqual(self.changed('<a href="https://example.org/">a</a>'), [])

    def test_an_empty_book_is_a_fault(self):
        self.assertEqual(len(faults_of(check.Book, {})), 1)


class Preprocessor(unittest.TestCase):
    """docs/page.md and src/README.md are pages; src/a.rs is linked to and is none."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        root = Path(self.folder.name)
        (root / "src").mkdir()
        (root / "src/a.rs").write_text("//! What a does.\n//! ```\n//! a();\n//! ```\n", encoding="utf-8")
        self.root = root

    def book(self, *pages):
        context = {"root": str(self.root), "config": {"book": {"src": "docs"}}}
        items = [{"Chapter": {"path": path, "content": text, "sub_items": []}} for path, text in pages]
        book = preprocess.preprocess(context, {"items": items})
        return {chapter["path"]: chapter["content"] for chapter in preprocess.chapters(book["items"])}

    def test_a_page_outside_gets_a_place_inside_and_links_follow(self):
        book = self.book(("page.md", "[a](../src/README.md#x)"), ("../src/README.md", "[b](../docs/page.md)"))
        self.assertEqual(book, {"page.md": "[a](src/index.md#x)", "src/index.md": "[b](../page.md)"})

    def test_a_folder_is_its_readme(self):
        book = self.book(("page.md", "[a](../src)"), ("../src/README.md", ""))
        self.assertEqual(book["page.md"], "[a](src/index.md)")

    def test_a_source_becomes_a_page_with_a_fence_that_holds(self):
        book = self.book(("page.md", "[a](../src/a.rs) `[a](../src/a.rs)`"))
        self.assertEqual(book["page.md"], "[a](sources/src/a.rs.md) `[a](../src/a.rs)`")
        self.assertTrue(book["sources/src/a.rs.md"].startswith("# src/a.rs\n\n````rust"))

    def test_a_folder_without_a_readme_is_a_list_with_the_purpose_of_each_file(self):
        book = self.book(("page.md", "[a](../src/)"))
        self.assertEqual(book["sources/src.md"], "# src/\n\n* `a.rs`: What a does.\n")

    def test_a_picture_keeps_its_place_and_links_follow(self):
        (self.root / "docs").mkdir()
        (self.root / "docs/p.svg").write_text("<svg/>", encoding="utf-8")
        book = self.book(("page.md", "![a](p.svg)"), ("../src/README.md", "![b](../docs/p.svg)"))
        self.assertEqual(book, {"page.md": "![a](p.svg)", "src/index.md": "![b](../p.svg)"})

    def test_links_that_lead_nowhere_or_outside_stay(self):
        text = "[a](gone.md) [b](https://example.org) [c](#here)"
        self.assertEqual(self.book(("page.md", text)), {"page.md": text})


if __name__ == "__main__":
    unittest.main()
