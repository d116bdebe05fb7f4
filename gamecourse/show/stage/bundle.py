"""JavaScript files bundled into one module, each in a scope of its own: notebooks and plain pages
need one file.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from graphlib import TopologicalSorter

IMPORT = re.compile(r'^import \{\s*(\w+(?:,\s*\w+)*),?\s*\} from "\./(\w+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:const|class|function|async function) (\w+))", re.MULTILINE)
DEFAULT = re.compile(r"^export default (?=\{.*\};\s*\Z)", re.MULTILINE)
#: The first line tells a reader what the file is; a page need not carry it.
OPENING = re.compile(r"\A(//.*)?\s*")
#: An import or an export in another form, in text without comments.
OTHER = re.compile(r"(?:^|[;}])\s*((?:import|export)\b.*)|\b(import\s*[.(].*)", re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//.*?$", re.MULTILINE | re.DOTALL)


def bundle(files: Mapping[str, str], main: str) -> str:
    """Return one ES module of files, each after those that it imports from, with ``main`` last.

    Each file becomes a function of its imports that returns its exports, kept as ``$name``. Files
    share nothing else.

    Parameters
    ----------
    files
        The text of each file, by its name without ``.js``. All files are joined, even if none
        imports from them.
    main
        The file whose default export becomes the module's.

    Raises
    ------
    ValueError
        For an import or an export in another form, for a missing file, and for a circle of imports.

    Examples
    --------
    >>> one = "export const sign = () => made();\\nfunction made() { return 1; }\\n"
    >>> two = 'import { sign } from "./one.js";\\nconst made = sign();\\nexport default { made };\\n'
    >>> print(bundle({"two": two, "one": one}, "two"), end="")
    const $one = (() => {
    const sign = () => made();
    function made() { return 1; }
    return { sign };
    })();
    const $two = (({ sign }) => {
    const made = sign();
    return { made };
    })($one);
    export default $two;
    """
    # For each file, pairs: names that it imports, as text, and the file that they come from.
    imports = {name: IMPORT.findall(text) for name, text in files.items()}
    comes_after = {name: [source for _, source in pairs] for name, pairs in imports.items()}
    comes_after[main] += sorted(files.keys() - {main})
    order = list(TopologicalSorter(comes_after).static_order())  # raises ValueError for a circle
    for name, pairs in imports.items():
        for names, source in pairs:
            if source not in files:
                raise ValueError(f"{name}.js imports from {source}.js: there is no such file")
            missing = set(re.findall(r"\w+", names)) - set(EXPORT.findall(files[source]))
            if missing:
                raise ValueError(
                    f"{name}.js imports what {source}.js does not export: "
                    f"{', '.join(sorted(missing))}"
                )
    scopes = [_scope(name, files[name], imports[name], name == main) for name in order]
    return "".join(scopes) + f"export default ${main};\n"


def _scope(name: str, text: str, imports: list[tuple[str, str]], is_main: bool) -> str:
    """Return a file as a function of its imports that is called at once and returns its exports, as
    in the example of ``bundle``.
    """
    body = EXPORT.sub("", OPENING.sub("", IMPORT.sub("", text)))
    if is_main and not DEFAULT.search(body):
        raise ValueError(f"{name}.js: its last line must be export default {{ a }};")
    body = DEFAULT.sub("return ", body) if is_main else body
    if strange := OTHER.search(COMMENT.sub("", body)):
        raise ValueError(
            f"{name}.js: {(strange[1] or strange[2]).strip()!r} is not understood; write import "
            f"{{ a, b }} from "
            '"./file.js"; or export before a const, a class or a function, each at the beginning of a line; '
            "the main file ends with export default { a };"
        )
    exports = EXPORT.findall(text)
    returned = f"return {{ {', '.join(exports)} }};\n" if exports and not is_main else ""
    parameters = ", ".join(f"{{ {' '.join(names.split())} }}" for names, _ in imports)
    arguments = ", ".join(f"${source}" for _, source in imports)
    return f"const ${name} = (({parameters}) => {{\n{body}{returned}}})({arguments});\n"
