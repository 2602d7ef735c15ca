//! The report in the XML interchange format of UCIS 1.0, which coverage tools merge and show.
//!
//! A group is a covergroup with one instance. Excluded bins are of the type `ignore` in coverpoints and left out of
//! crosses, because the format has no such type there. The names of crosses and bins are those of the report.

use std::io::{self, Write};

use super::model::{CoverGroup, CoverItem};
use super::report::{CountedBin, CoverageReport};
use super::set::CoveredFile;
use crate::check::junit::escaped;

/// The module of all covergroups.
const MODULE: &str = "hws";
/// The format requires a date; a report of the same files is the same bytes.
const DATE: &str = "1970-01-01T00:00:00";
/// A place in the source, which every scope needs: the model has none.
const SOURCE: &str = r#"file="1" line="1" inlineCount="1""#;

/// Writes the report as UCIS XML.
///
/// # Errors
/// Those of `out`.
pub fn write_ucis(report: &CoverageReport, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, r#"<?xml version="1.0" encoding="UTF-8"?>"#)?;
    writeln!(out, r#"<UCIS ucisVersion="1.0" writtenBy="hws" writtenTime="{DATE}">"#)?;
    writeln!(out, r#"<sourceFiles fileName="hws" id="1"/>"#)?;
    report.set.files.iter().enumerate().try_for_each(|(id, file)| history(id, file, out))?;
    writeln!(out, r#"<instanceCoverages name="{MODULE}" key="0" instanceId="0" moduleName="{MODULE}">"#)?;
    writeln!(out, "<id {SOURCE}/>")?;
    for group in report.model().groups() {
        covergroup(report, group, out)?;
    }
    writeln!(out, "</instanceCoverages>\n</UCIS>")
}

fn history(id: usize, file: &CoveredFile, out: &mut impl Write) -> io::Result<()> {
    let name = escaped(&file.name);
    writeln!(
        out,
        r#"<historyNodes historyNodeId="{id}" logicalName="{name}" physicalName="{name}" kind="HISTORYNODE_TEST" testStatus="true" simtime="{}" timeunit="cycles" date="{DATE}" toolCategory="UCIS:Simulator" ucisVersion="1.0" vendorId="hws" vendorTool="hws coverage" vendorToolVersion="{}"/>"#,
        file.cycles,
        env!("CARGO_PKG_VERSION")
    )
}

fn covergroup(report: &CoverageReport, group: &CoverGroup, out: &mut impl Write) -> io::Result<()> {
    let (name, at_least) = (escaped(&group.name), report.at_least.max(1));
    writeln!(out, "<covergroupCoverage>")?;
    writeln!(out, r#"<cgInstance name="{name}" key="0">"#)?;
    writeln!(out, r#"<options comment="{}" at_least="{at_least}"/>"#, escaped(group.rule.cite()))?;
    writeln!(out, r#"<cgId cgName="{name}" moduleName="{MODULE}">"#)?;
    writeln!(out, "<cginstSourceId {SOURCE}/><cgSourceId {SOURCE}/></cgId>")?;
    for item in &group.items {
        let bins: Vec<CountedBin<'_>> = report.bins_of(item).collect();
        match item.is_cross() {
            false => coverpoint(item, &bins, at_least, out)?,
            true => cross(item, &bins, at_least, out)?,
        }
    }
    writeln!(out, "</cgInstance>\n</covergroupCoverage>")
}

fn coverpoint(
    item: &CoverItem,
    bins: &[CountedBin<'_>],
    at_least: u64,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, r#"<coverpoint name="{}" key="0">"#, escaped(&item.name))?;
    writeln!(out, r#"<options comment="{}" at_least="{at_least}"/>"#, escaped(item.cite()))?;
    for (place, bin) in bins.iter().enumerate() {
        let kind = if bin.bin.excluded.is_some() { "ignore" } else { "bins" };
        writeln!(out, r#"<coverpointBin name="{}" type="{kind}" key="0">"#, escaped(&bin.bin.name))?;
        writeln!(
            out,
            r#"<range from="{place}" to="{place}"><contents coverageCount="{}"/></range>"#,
            bin.count
        )?;
        writeln!(out, "</coverpointBin>")?;
    }
    writeln!(out, "</coverpoint>")
}

fn cross(item: &CoverItem, bins: &[CountedBin<'_>], at_least: u64, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, r#"<cross name="{}" key="0">"#, escaped(&item.name))?;
    writeln!(out, r#"<options comment="{}" at_least="{at_least}"/>"#, escaped(item.cite()))?;
    for point in &item.crossed {
        writeln!(out, "<crossExpr>{}</crossExpr>", escaped(point))?;
    }
    for bin in bins.iter().filter(|bin| bin.bin.excluded.is_none()) {
        write!(out, r#"<crossBin name="{}" key="0">"#, escaped(&bin.bin.name))?;
        bin.bin.crossed.iter().try_for_each(|place| write!(out, "<index>{place}</index>"))?;
        writeln!(out, r#"<contents coverageCount="{}"/></crossBin>"#, bin.count)?;
    }
    writeln!(out, "</cross>")
}
