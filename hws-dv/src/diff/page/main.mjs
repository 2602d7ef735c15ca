// The page: the report from its verdict to its coverage.

import { addressOf, fieldsOf, readTheme } from "./address.mjs";
import { byId, el } from "./elements.mjs";
import { firstSection, notes } from "./first.mjs";
import { pressed } from "./keys.mjs";
import { coverageSection, differencesSection, streamsSection, waiversSection } from "./lists.mjs";
import { chooseTheme, isDark } from "./theme.mjs";

const { title, report } = JSON.parse(byId("data").textContent);

function switchTheme() {
  const chosen = isDark() ? "light" : "dark";
  chooseTheme(chosen);
  history.replaceState(null, "", `#${addressOf({ theme: chosen })}`);
}

function sideLine(side) {
  const scope = report.scopes[side];
  return el("p", null, `${side.toUpperCase()}: ${report.files[side]}${scope ? ` (scope ${scope})` : ""}`);
}

document.title = `${title} – hws diff`;
byId("title").textContent = byId("title").title = title;
byId("verdict").textContent = report.verdict.replace("_", " ");
byId("verdict").className = report.verdict;
byId("theme").addEventListener("click", switchTheme);
addEventListener("keydown", (event) => { if (pressed(event) === "t") switchTheme(); });
chooseTheme(readTheme(fieldsOf(location.hash).get("theme")));
const sections = [el("section", null, sideLine("a"), sideLine("b")), notes(report), firstSection(report), differencesSection(report),
  streamsSection(report), waiversSection(report), coverageSection(report)];
byId("main").append(...sections.filter(Boolean));
