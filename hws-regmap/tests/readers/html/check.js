// The checks stop at the first difference, and say what it is.
"use strict";

function check(condition, text) {
  if (!condition) throw new Error(text);
}

function same(found, expected, text) {
  check(JSON.stringify(found) === JSON.stringify(expected),
    `${text}: ${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`);
}

module.exports = { check, same };
