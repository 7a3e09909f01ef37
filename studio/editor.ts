/** The scene as text beside the picture: changes are tried at once, and what is wrong with them is named by its place. */
import { parseScene, SceneError } from 'selvedge/scene';
import { byId, element } from './dom.ts';
import type { SceneText } from './editor-text.ts';
import { saveFile } from './files.ts';
import type { Library } from './library.ts';
import type { Studio } from './studio.ts';

/** Milliseconds after the last key. */
const LIVE_AFTER = 600;
const DRAFT_AFTER = 300;
const DRAFT = 'selvedge-studio-draft';
const MOST_PROBLEMS = 40;

interface Draft {
  readonly title: string;
  readonly text: string;
}

export class Editor {
  readonly #panel = byId('editor');
  readonly #button = byId('edit-button');
  readonly #live = byId<HTMLInputElement>('editor-live');
  readonly #problems = byId('editor-problems');
  #text: SceneText | undefined;
  /** What the studio had open when the text was filled in. */
  #title = '';
  #applied = '';
  #timers: Record<string, ReturnType<typeof setTimeout>> = {};

  constructor(
    readonly studio: Studio,
    readonly library: Library,
    readonly kept: () => void,
  ) {
    this.#button.addEventListener('click', () => void this.toggle());
    byId('editor-close').addEventListener('click', () => void this.toggle());
    byId('editor-apply').addEventListener('click', () => void this.apply());
    byId('editor-undo').addEventListener('click', () => this.#text?.undo());
    byId('editor-redo').addEventListener('click', () => this.#text?.redo());
    byId('editor-keep').addEventListener('click', () => this.#keep());
    byId('editor-save').addEventListener('click', () => this.#download());
    // Its keys are its own.
    this.#panel.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && !event.defaultPrevented) void this.toggle();
      event.stopPropagation();
    });
    this.#panel.addEventListener('keyup', (event) => event.stopPropagation());
  }

  get isOpen(): boolean {
    return !this.#panel.hidden;
  }

  async toggle(): Promise<void> {
    const isOpen = !this.isOpen;
    this.#panel.hidden = !isOpen;
    this.#button.setAttribute('aria-expanded', String(isOpen));
    document.body.classList.toggle('editing', isOpen);
    if (!isOpen) return this.#button.focus();
    if (!this.#text) {
      this.#say('Loading the editor…');
      try {
        const { SceneText } = await import('./editor-text.ts');
        this.#text ??= new SceneText(byId('editor-text'), {
          changed: () => this.#changed(),
          apply: () => void this.apply(),
        });
      } catch {
        return this.#say('The editor could not be loaded. Check the connection, and open it again.');
      }
    }
    this.#title = '';
    this.follow();
    this.#text.focus();
    return undefined;
  }

  /** Shows the text of what the studio has open, when that is another scene. */
  follow(): void {
    const { shown } = this.studio;
    if (!this.isOpen || !this.#text || shown.text === '') return;
    if (shown.text === this.#applied && this.#title !== '') return;
    this.#title = shown.title;
    this.#applied = shown.text;
    const draft = readDraft();
    const isDraft = draft !== undefined && draft.title === shown.title && draft.text !== shown.text;
    this.#text.fill(shown.text);
    if (isDraft) this.#text.replace(draft.text);
    this.#check();
    if (isDraft) this.#say('Your text from last time is back. Undo goes to the scene as it was.');
  }

  /** Tries the text as it stands. */
  async apply(): Promise<void> {
    clearTimeout(this.#timers.live);
    const text = this.#text?.text;
    if (text === undefined || !this.#check()) return;
    this.#applied = text;
    await this.studio.openText(this.#title || 'Your scene', text, { stays: true });
    this.#title = this.studio.shown.title;
    clearTimeout(this.#timers.draft);
    storeDraft(undefined);
  }

  #changed(): void {
    clearTimeout(this.#timers.live);
    clearTimeout(this.#timers.draft);
    const text = this.#text?.text ?? '';
    this.#timers.draft = setTimeout(() => storeDraft({ title: this.#title, text }), DRAFT_AFTER);
    this.#timers.live = setTimeout(() => {
      if (this.#live.checked && text !== this.#applied) void this.apply();
      else this.#check();
    }, LIVE_AFTER);
  }

  /** Whether the text is a scene; if not, says what is wrong with it, and where. */
  #check(): boolean {
    const text = this.#text?.text ?? '';
    try {
      const { warnings } = parseScene(text);
      this.#text?.mark([]);
      this.#say(warnings.length > 0 ? warnings.join(' ') : 'No problems.');
      return true;
    } catch (error) {
      if (!(error instanceof SceneError)) {
        this.#say(String(error));
        return false;
      }
      const { problems } = error;
      this.#text?.mark(problems);
      const list = document.createElement('ul');
      for (const { path, message } of problems.slice(0, MOST_PROBLEMS)) {
        const button = element('button', '');
        button.type = 'button';
        button.append(element('code', path || 'scene'), `: ${message}`);
        button.addEventListener('click', () => this.#text?.goTo(path));
        const item = element('li', '');
        item.append(button);
        list.append(item);
      }
      if (problems.length > MOST_PROBLEMS)
        list.append(element('li', `and ${problems.length - MOST_PROBLEMS} more`));
      this.#problems.replaceChildren(list);
      return false;
    }
  }

  #say(sentence: string): void {
    this.#problems.replaceChildren(element('p', sentence));
  }

  #keep(): void {
    const text = this.#text?.text;
    if (text === undefined || !this.#check()) return;
    const name = parseScene(text).scene.name || this.#title;
    const refusal = this.library.keep(name, text);
    this.#say(refusal ?? `Kept in this browser as “${name}”: you find it in the list of scenes.`);
    this.kept();
  }

  #download(): void {
    const text = this.#text?.text ?? '';
    const name = this.#title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '');
    saveFile(`${name || 'scene'}.json`, text, 'application/json');
  }
}

function readDraft(): Draft | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(DRAFT) ?? 'null');
    return typeof draft?.title === 'string' && typeof draft?.text === 'string' ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** Where storage is refused, a draft lasts as long as the page. */
function storeDraft(draft: Draft | undefined): void {
  try {
    if (draft) localStorage.setItem(DRAFT, JSON.stringify(draft));
    else localStorage.removeItem(DRAFT);
  } catch {}
}
