"""schemas.py DIR VALIDATE CHANGES: validates documents by the schemas in DIR; the program VALIDATE has to agree.

The documents are those of the repository, and about CHANGES changed copies of each.
"""

import copy
import glob
import json
import re
import subprocess
import sys

import yaml
from jsonschema import Draft202012Validator

folder, validate, most = sys.argv[1:]


class Loader(yaml.SafeLoader):
    """YAML 1.2's core schema, which the readers of the product have: dates and `yes` are text, `3.2e6` is a number."""


Loader.yaml_implicit_resolvers = {}
for tag, pattern, starts in (
    ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    ("bool", r"true|True|TRUE|false|False|FALSE", list("tTfF")),
    ("int", r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", list("-+0123456789")),
    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", list("-+.0123456789")),
    ("merge", r"<<", ["<"]),
):
    Loader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"^(?:{pattern})$"), starts)


def read(path):
    with open(path, encoding="utf-8") as file:
        document = yaml.load(file, Loader) if path.endswith(".yaml") else json.load(file)
    # Keys of JSON are text.
    return json.loads(json.dumps(document))


DOCUMENTS = {
    "workload": sorted(glob.glob("examples/*.yaml")),
    "report": [f"{folder}/run/report.json", f"{folder}/built_in.report.json"],
    "overview": [f"{folder}/overview.json"],
    "map": ["regmap.yaml"],
    "plan": [f"{folder}/six.plan.json", *sorted(glob.glob("examples/plans/*.json"))],
    "config": [],
}
CHANGES = [None, True, -1, 0, 3, 0.5, 1e3, 2**64, "", "x", [], [0], {}, {"x": 1}]
MOST = int(most)


def places(value, path=()):
    """Every place of a document, the root included."""
    yield path
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inside:
        yield from places(item, (*path, key))


def changed(document, path, change):
    if not path:
        return change
    document = copy.deepcopy(document)
    holder = document
    for key in path[:-1]:
        holder = holder[key]
    if change is Ellipsis:
        del holder[path[-1]]
    else:
        holder[path[-1]] = change
    return document


def changes(document):
    """Documents with one value changed, taken out or added; of large ones an even selection."""
    found = [(path, change) for path in places(document) for change in [*CHANGES, ...] if path or change is not ...]
    for path, change in found[:: max(1, len(found) // MOST)]:
        yield changed(document, path, change)
    for path in list(places(document))[: MOST // 10]:
        yield changed(document, (*path, "bogus"), 1) if at(document, path) else document


def at(document, path):
    """Whether a key can be added there."""
    for key in path:
        document = document[key]
    return isinstance(document, dict)


def judged(schema, documents):
    """The verdicts of the tests' validator."""
    lines = "".join(json.dumps(line) + "\n" for line in [schema, *documents])
    answer = subprocess.run([validate], input=lines, capture_output=True, text=True, check=True)
    return [line == "true" for line in answer.stdout.split()]


for name, files in DOCUMENTS.items():
    schema = read(f"{folder}/{name}.schema.json")
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    true = [read(path) for path in files]
    for path, document in zip(files, true, strict=True):
        validator.validate(document)
    documents = [*true, *(changed for document in true for changed in changes(document))]
    if name == "config":
        documents = [{}, {"hardware": {"time_unit": 2}}, {"contexts": {"0": {"16": 1}}}, {"dags": []}, [], None]
    valid = [validator.is_valid(document) for document in documents]
    for document, expected, found in zip(documents, valid, judged(schema, documents), strict=True):
        assert expected == found, f"{name}: valid is {expected}, tests/json-schema finds {found}: {json.dumps(document)[:2000]}"
    print(f"{name}: {len(files)} documents are valid; of {len(documents)} with changes, {sum(valid)}, and both validators agree")
