/** Scenes of the user's own, kept in this browser. Where storage is refused or full, they last as long as the page. */

const KEY = 'selvedge-studio-scenes';
/** Of all scenes together; browsers give a page about five million. */
const MOST_LETTERS = 3_000_000;

export type Kept = Readonly<Record<string, string>>;

export class Library {
  #scenes: Record<string, string>;

  constructor(readonly storage: Pick<Storage, 'getItem' | 'setItem'> | undefined = storageOf()) {
    this.#scenes = read(storage);
  }

  /** Names in the order in which they were kept, the latest first. */
  get names(): readonly string[] {
    return Object.keys(this.#scenes).reverse();
  }

  text(name: string): string | undefined {
    return Object.hasOwn(this.#scenes, name) ? this.#scenes[name] : undefined;
  }

  /** Keeps a scene; a sentence where it will not outlast the page. */
  keep(name: string, text: string): string | undefined {
    const { [name]: _, ...others } = this.#scenes;
    this.#scenes = { ...others, [name]: text };
    return this.#write();
  }

  remove(name: string): void {
    const { [name]: _, ...others } = this.#scenes;
    this.#scenes = others;
    this.#write();
  }

  #write(): string | undefined {
    const text = JSON.stringify(this.#scenes);
    const advice = 'It stays as long as this page is open. Download it to keep it.';
    if (text.length > MOST_LETTERS) return `There is no room left for scenes in this browser. ${advice}`;
    try {
      if (!this.storage) return `This browser keeps nothing for this page. ${advice}`;
      this.storage.setItem(KEY, text);
      return undefined;
    } catch {
      return `This browser refuses to keep the scene. ${advice}`;
    }
  }
}

function storageOf(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

/** What is kept and is sound; anything else is left alone until the next scene is kept. */
function read(storage: Pick<Storage, 'getItem'> | undefined): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(storage?.getItem(KEY) ?? '{}');
    if (typeof kept !== 'object' || kept === null || Array.isArray(kept)) return {};
    return Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    return {};
  }
}
