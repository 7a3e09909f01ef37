/** What the studio has to say: notes in the panel, and the problem panel, which always says what to do next. */
import { SceneError } from 'selvedge/scene';
import { byId, element } from './dom.ts';

export interface Action {
  readonly label: string;
  run(): void;
}

/** What the user should know, and what would help. */
export interface Note {
  readonly text: string;
  readonly action?: Action;
}

export class Messages {
  #noted = '';
  #canBeDismissed = false;

  constructor(
    readonly problem: HTMLElement,
    readonly notes: HTMLElement,
    readonly loading: HTMLElement,
  ) {}

  #fading: ReturnType<typeof setTimeout> | undefined;

  /** Says something over the picture for a while. */
  toast(text: string): void {
    const toast = byId('toast');
    clearTimeout(this.#fading);
    toast.textContent = text;
    toast.hidden = false;
    // As long as it takes to read, and a moment.
    this.#fading = setTimeout(
      () => {
        toast.hidden = true;
      },
      2500 + 60 * text.length,
    );
  }

  /** A line at the bottom while something is under way; undefined takes it away. */
  busy(text: string | undefined): void {
    this.loading.hidden = text === undefined;
    this.loading.textContent = text ?? '';
  }

  note(notes: readonly Note[]): void {
    const key = JSON.stringify(notes.map(({ text }) => text));
    // What is read out is not read again.
    if (key === this.#noted) return;
    this.#noted = key;
    const list = document.createElement('ul');
    for (const { text, action } of notes) {
      const item = element('li', `${text} `);
      if (action) {
        const button = element('button', action.label);
        button.type = 'button';
        button.className = 'small';
        button.addEventListener('click', () => action.run());
        item.append(button);
      }
      list.append(item);
    }
    this.notes.replaceChildren(list);
    this.notes.hidden = notes.length === 0;
  }

  /** Shows an error with advice. Without an action of its own, closing it is all there is to do. */
  fail(title: string, error: unknown, advice: string, action?: Action): void {
    const parts: Node[] = [element('h2', title)];
    if (error instanceof SceneError) parts.push(listOf(error));
    else if (error !== undefined)
      parts.push(element('p', error instanceof Error ? error.message : String(error)));
    parts.push(element('p', advice));
    const button = element('button', action?.label ?? 'Close');
    button.type = 'button';
    button.className = 'primary small';
    button.addEventListener('click', () => {
      this.clear();
      action?.run();
    });
    parts.push(button);
    this.problem.replaceChildren(...parts);
    this.problem.hidden = false;
    this.#canBeDismissed = action === undefined;
    // The button stands below a list that may be long: it is read from its top.
    button.focus({ preventScroll: true });
    this.problem.scrollTop = 0;
  }

  /** Closes the problem panel, unless its button is the only way on. */
  dismiss(): void {
    if (this.#canBeDismissed) this.clear();
  }

  clear(): void {
    this.problem.hidden = true;
    this.problem.replaceChildren();
  }
}

/** A longer list is not read. */
const MOST_LINES = 40;

function listOf({ problems }: SceneError): HTMLElement {
  const list = document.createElement('ul');
  for (const { path, message } of problems.slice(0, MOST_LINES)) {
    const item = document.createElement('li');
    item.append(element('code', path === '' ? 'scene' : path), `: ${message}`);
    list.append(item);
  }
  if (problems.length > MOST_LINES) list.append(element('li', `and ${problems.length - MOST_LINES} more`));
  return list;
}
