"""JavaScript files joined into one module, each in a scope of its own: notebooks and plain pages take one file."""

from __future__ import annotations

import re
from collections.abc import Mapping

IMPORT = re.compile(r'^import \{\s*(\w+(?:,\s*\w+)*),?\s*\} from "\./(\w+)\.js";\n', re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:const|class|function|async function) (\w+))", re.MULTILINE)
DEFAULT = re.compile(r"^export default (?=\{.*\};\s*\Z)", re.MULTILINE)
#: The first line tells those who open the file what it is; a page need not carry it.
OPENING = re.compile(r"\A(//.*)?\s*")
#: An import or an export in another form, where comments are taken out.
OTHER = re.compile(r"(?:^|[;}])\s*((?:import|export)\b.*)|\b(import\s*[.(].*)", re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/|(?<!:)//.*?$", re.MULTILINE | re.DOTALL)


def joined(files: Mapping[str, str], main: str) -> str:
    """One ES module of a file and all that it imports from: each is a function of its imports and returns its exports.

    These are kept as ``$name``: that is all that the files have in common.

    Parameters
    ----------
    files
        What stands in each file, by its name without ``.js``.
    main
        The file whose default export is that of the module.

    Returns
    -------
    str
        The module, each file after those that it imports from.

    Raises
    ------
    ValueError
        For an import or an export in another form, for a name or a file that is not there, and for a circle.

    Examples
    --------
    >>> one = "export const sign = () => made();\\nfunction made() { return 1; }\\n"
    >>> two = 'import { sign } from "./one.js";\\nconst made = sign();\\nexport default { made };\\n'
    >>> print(joined({"one": one, "two": two}, "two"), end="")
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
    scopes: dict[str, str] = {}

    def enter(name: str, above: list[str]) -> None:
        if name in above:
            raise ValueError(f"files import from each other in a circle: {' -> '.join([*above, name])}")
        if name in scopes:
            return
        if name not in files:
            raise ValueError(f"{above[-1]}.js imports from {name}.js: there is no such file")
        imports = IMPORT.findall(files[name])
        for names, other in imports:
            enter(other, [*above, name])
            if missing := set(re.findall(r"\w+", names)) - set(EXPORT.findall(files[other])):
                raise ValueError(f"{name}.js imports what {other}.js does not export: {', '.join(sorted(missing))}")
        scopes[name] = _scope(name, files[name], imports, name == main)

    enter(main, [])
    return "".join(scopes.values()) + f"export default ${main};\n"


def _scope(name: str, text: str, imports: list[tuple[str, str]], is_main: bool) -> str:
    """A file as a function, called at once."""
    body = EXPORT.sub("", OPENING.sub("", IMPORT.sub("", text)))
    if is_main:
        body = DEFAULT.sub("return ", body)
    if strange := OTHER.search(COMMENT.sub("", body)):
        raise ValueError(
            f"{name}.js: {(strange[1] or strange[2]).strip()!r} is not understood; write import {{ a, b }} from "
            '"./file.js"; or export before a const, a class or a function, each at the beginning of a line; '
            "the main file ends with export default { a };"
        )
    if is_main and not DEFAULT.search(text):
        raise ValueError(f"{name}.js: its last line must be export default {{ a }};")
    exports = "" if is_main else f"return {{ {', '.join(EXPORT.findall(text))} }};\n"
    taken = ", ".join(f"{{ {' '.join(names.split())} }}" for names, _ in imports)
    given = ", ".join(f"${other}" for _, other in imports)
    return f"const ${name} = (({taken}) => {{\n{body}{exports}}})({given});\n"
