//! The report as one HTML page that works without a network: a [`Page`] with the style and the modules of `html/`.

use std::io;

use hws_page::Page;

use super::json::coverage_json;
use super::report::CoverageReport;

const PAGE: Page<'_> = Page {
    frame: include_str!("html/page.html"),
    styles: &[include_str!("html/page.css")],
    modules: &[include_str!("html/bins.mjs"), include_str!("html/lists.mjs"), include_str!("html/main.mjs")],
};

/// Writes the page, in UTF-8.
///
/// # Errors
/// Those of `out`.
pub fn coverage_page(report: &CoverageReport, out: &mut impl io::Write) -> io::Result<()> {
    PAGE.write(&coverage_json(report), out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_import_is_met() {
        assert_eq!(PAGE.unmet_import(), None);
    }
}
