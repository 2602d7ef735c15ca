"""Compares the coverage of `hws coverage` as UCIS XML, read with pyucis, with its JSON: every covergroup, coverpoint, cross
and bin, in both directions, with its count.

coverage.py XML JSON"""

import json
import sys

from ucis import UCIS_CVGBIN, UCIS_IGNOREBIN
from ucis.scope_type_t import ScopeTypeT
from ucis.xml.xml_reader import XmlReader


def of_json(path):
    """(group, item, bin) to (count, whether it is ignored). Excluded bins of crosses are not in the XML."""
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    return {
        (group["name"], item["name"], bin["name"]): (bin["count"], "excluded" in bin)
        for group in report["groups"]
        for item in group["items"]
        for bin in item["bins"]
        if not (item["crossed"] and "excluded" in bin)
    }


def bins(scope):
    for kind, ignored in ((UCIS_CVGBIN, False), (UCIS_IGNOREBIN, True)):
        for bin in scope.coverItems(kind):
            yield bin.getName(), (bin.getCoverData().data, ignored)


def of_xml(path):
    XmlReader.validate(path)
    found = {}
    for instance in XmlReader().read(path).scopes(ScopeTypeT.INSTANCE):
        for group in instance.scopes(ScopeTypeT.COVERGROUP):
            for kind in (ScopeTypeT.COVERPOINT, ScopeTypeT.CROSS):
                for item in group.scopes(kind):
                    for name, bin in bins(item):
                        key = (group.getScopeName(), item.getScopeName(), name)
                        if key in found:
                            sys.exit(f"{path}: {key} twice")
                        found[key] = bin
    return found


def main():
    xml, expected = of_xml(sys.argv[1]), of_json(sys.argv[2])
    for key in sorted(expected.keys() | xml.keys()):
        if expected.get(key) != xml.get(key):
            sys.exit(f"{key}: JSON {expected.get(key)}, UCIS {xml.get(key)}")
    hit = sum(1 for count, _ in xml.values() if count)
    print(f"{len(xml)} bins, {hit} of them hit: pyucis reads what JSON says")


main()
