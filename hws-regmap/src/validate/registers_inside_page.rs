//! Every word lies on its page, and every page in the window: the pages keep together what belongs together.

use super::occupied::{Word, words};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{Map, Page};

pub(super) fn check(map: &Map) -> Vec<Diagnostic> {
    let mut outside: Vec<Word<'_>> =
        words(map).into_iter().filter(|word| !is_on_its_page(map, word)).collect();
    outside.dedup_by_key(|word| word.position);
    let words = outside.into_iter().map(|word| {
        let message = format!("{} at 0x{:04x} is not on the page {}", word.name, word.offset, word.page);
        Diagnostic::new(Code::OutsidePage, word.position, message, "move it, or make the page larger")
    });
    let pages = map.pages.iter().filter(|page| end(page) > u64::from(map.window_bytes.value)).map(|page| {
        let message = format!("the page {} ends at 0x{:04x}, beyond the window", page.name.value, end(page));
        Diagnostic::new(
            Code::OutsidePage,
            page.size.position,
            message,
            "make it smaller, or the window larger",
        )
    });
    words.chain(pages).collect()
}

fn is_on_its_page(map: &Map, word: &Word<'_>) -> bool {
    let mut pages = map.pages.iter().filter(|page| page.name.value == word.page);
    pages.any(|page| u64::from(page.base.value) <= word.offset && word.offset + 4 <= end(page))
}

fn end(page: &Page) -> u64 {
    u64::from(page.base.value) + u64::from(page.size.value)
}
