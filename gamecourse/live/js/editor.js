// The box for an answer: CodeMirror, with the keys of a notebook.

import { closeBrackets, closeBracketsKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { python } from "@codemirror/lang-python";
import { bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { EditorState, Prec } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

/** The colours are those of live.css, which follow the theme of the page. */
const LOOK = EditorView.theme({
  "&": { backgroundColor: "var(--live-paper)", color: "var(--color-foreground-primary)" },
  "&.cm-focused": { outline: "none" },
  ".cm-content": { caretColor: "var(--color-foreground-primary)", padding: "8px 0" },
  ".cm-scroller": { fontFamily: "var(--font-stack--monospace)", lineHeight: "1.5" },
  ".cm-gutters": { backgroundColor: "transparent", color: "var(--color-foreground-secondary)", border: "none" },
  ".cm-activeLine": { backgroundColor: "transparent" },
  "&.cm-focused .cm-activeLine": { backgroundColor: "var(--live-line)" },
  ".cm-cursor": { borderLeftColor: "var(--color-foreground-primary)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground":
    { background: "var(--live-selection)" },
});

/** A box in which Python is written. */
export class Editor {
  /**
   * @param {Element} parent
   * @param {{text: string, label: string, help: string, change: (text: string) => void, go: () => void}} what
   *   its text, what it is called, the id of the words that explain its keys, and what follows a change and Ctrl+Enter
   */
  constructor(parent, { text, label, help, change, go }) {
    const press = () => {
      go();
      return true;
    };
    const keys = [{ key: "Mod-Enter", run: press }, { key: "Shift-Enter", run: press }];
    // The pages around it turn over at an arrow key, and search at a slash.
    parent.addEventListener("keydown", (event) => event.stopPropagation());
    const typed = EditorView.updateListener.of((update) => {
      if (update.docChanged) change(this.text);
    });
    this.view = new EditorView({
      parent,
      doc: text,
      extensions: [
        Prec.highest(keymap.of(keys)),
        lineNumbers(),
        highlightSpecialChars(),
        history(),
        drawSelection(),
        indentOnInput(),
        bracketMatching(),
        closeBrackets(),
        highlightActiveLine(),
        keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
        EditorState.tabSize.of(4),
        indentUnit.of("    "),
        python(),
        syntaxHighlighting(classHighlighter),
        EditorView.contentAttributes.of({ "aria-label": label, "aria-describedby": help }),
        typed,
        LOOK,
      ],
    });
  }

  get text() {
    return this.view.state.doc.toString();
  }

  set text(text) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text } });
  }

  focus() {
    this.view.focus();
  }
}
