"""A plugin that pytest loads before all others (``-p tests.quick``): notebooks are read without a
grammar of addresses.

jsonschema, which nbformat asks, compiles such a grammar (RFC 3987) as it is imported: two seconds
in every process, though nothing here asks whether a text is an address. Where the package with the
grammar is absent it does without.
"""

import sys

sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
