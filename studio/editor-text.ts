/** The text field of the editor: CodeMirror with JSON. Loaded when the editor is opened for the first time. */
import { redo, undo } from '@codemirror/commands';
import { json } from '@codemirror/lang-json';
import { ensureSyntaxTree, HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, lintGutter, setDiagnostics } from '@codemirror/lint';
import { Annotation, EditorState, Prec } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { basicSetup, EditorView } from 'codemirror';
import type { Problem } from 'selvedge/scene';

export interface SceneTextActions {
  changed(): void;
  apply(): void;
}

/** Colours that are read well on the dark panel. */
const COLOURS = HighlightStyle.define([
  { tag: tags.propertyName, color: '#8fc7ff' },
  { tag: tags.string, color: '#ffc58f' },
  { tag: tags.number, color: '#b9e3a1' },
  { tag: [tags.bool, tags.null], color: '#e0a8ff' },
]);

/** Marks what the page fills in, which is no change by hand. */
const filled = Annotation.define<boolean>();

export class SceneText {
  readonly #view: EditorView;
  readonly #actions: SceneTextActions;

  constructor(parent: HTMLElement, actions: SceneTextActions) {
    this.#actions = actions;
    this.#view = new EditorView({ parent, state: this.#state('') });
    // By keyboard it can be scrolled, too.
    this.#view.scrollDOM.tabIndex = 0;
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  focus(): void {
    this.#view.focus();
  }

  undo(): void {
    undo(this.#view);
  }

  redo(): void {
    redo(this.#view);
  }

  /** Another text, with a history of its own. */
  fill(text: string): void {
    this.#view.setState(this.#state(text));
  }

  /** Another text, which can be undone. */
  replace(text: string): void {
    const { doc } = this.#view.state;
    this.#view.dispatch({ changes: { from: 0, to: doc.length, insert: text }, annotations: filled.of(true) });
  }

  /** Underlines the fields that are wrong. */
  mark(problems: readonly Problem[]): void {
    const diagnostics = problems.map(({ path, message }): Diagnostic => {
      const { from, to } = this.#place(path, message);
      return { from, to, severity: 'error', message: path ? `${path}: ${message}` : message };
    });
    this.#view.dispatch(setDiagnostics(this.#view.state, diagnostics));
  }

  /** Puts the cursor on a field and shows it. */
  goTo(path: string): void {
    const { from, to } = this.#place(path, '');
    this.#view.dispatch({ selection: { anchor: from, head: to }, scrollIntoView: true });
    this.#view.focus();
  }

  #state(doc: string): EditorState {
    const { changed, apply } = this.#actions;
    return EditorState.create({
      doc,
      extensions: [
        Prec.highest(
          keymap.of([
            {
              key: 'Mod-Enter',
              run: () => {
                apply();
                return true;
              },
            },
          ]),
        ),
        basicSetup,
        json(),
        syntaxHighlighting(COLOURS),
        lintGutter(),
        EditorView.theme({}, { dark: true }),
        EditorView.contentAttributes.of({ 'aria-label': 'Scene, JSON' }),
        EditorView.updateListener.of((update) => {
          const isByHand = !update.transactions.some((each) => each.annotation(filled));
          if (update.docChanged && isByHand) changed();
        }),
      ],
    });
  }

  /** Where the field of a path stands; of what is missing, where it should be. */
  #place(path: string, message: string): { from: number; to: number } {
    const { state } = this.#view;
    const { doc } = state;
    // A text that is no JSON has a line instead of a path.
    const line = Number(/line (\d+)/.exec(message)?.[1]);
    if (line >= 1 && line <= doc.lines) return doc.line(line);
    let node = ensureSyntaxTree(state, doc.length, 500)?.topNode.firstChild;
    for (const part of path.match(/[^.[\]]+/g) ?? []) {
      const values = node?.getChildren('Property') ?? [];
      const property = values.find(({ from, firstChild }) => {
        const name = state.sliceDoc(from, firstChild?.to ?? from);
        return name === JSON.stringify(part);
      });
      const isItem = node?.name === 'Array' && /^\d+$/.test(part);
      const next = isItem ? itemsOf(node)[Number(part)] : property?.lastChild;
      if (!next) break;
      node = next;
    }
    const from = node?.from ?? 0;
    return { from, to: Math.min(node?.to ?? doc.length, doc.lineAt(from).to) };
  }
}

type Syntax = NonNullable<ReturnType<typeof ensureSyntaxTree>>['topNode'];

/** The values in an array, without brackets and commas. */
function itemsOf(array: Syntax | null | undefined): Syntax[] {
  const items: Syntax[] = [];
  for (let child = array?.firstChild; child; child = child.nextSibling)
    if (/^[A-Z]/.test(child.name)) items.push(child);
  return items;
}
