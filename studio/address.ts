/** Keeps the address in step with what is open, and what is open in step with Back and Forward. */
import { CATALOGUE } from './catalogue.ts';
import type { Library } from './library.ts';
import { type Link, pack, type ReadLink, readLink, unpack, writeLink } from './link.ts';
import type { Messages } from './messages.ts';
import type { Studio } from './studio.ts';

/** Milliseconds after the last change: browsers allow few changes of an address a second. */
const AFTER = 250;

export class Address {
  readonly first: ReadLink;
  /** What was not understood of the link stays in the address. */
  #rest: Link['rest'];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #scene: string | undefined;

  constructor(
    readonly studio: Studio,
    readonly library: Library,
    readonly messages: Messages,
  ) {
    this.first = this.#read();
    addEventListener('popstate', () => void this.#follow(this.#read()));
    addEventListener('hashchange', () => {
      if (location.hash !== this.#written) void this.#follow(this.#read());
    });
  }

  #written = '';

  /** What is open, as the history of the browser tells scenes apart. */
  get #key(): string {
    const { id, title } = this.studio.shown;
    return id ?? `own ${title}`;
  }

  /** Opens what the link of the page asks for, or the first scene. */
  async open({ link, notes }: ReadLink = this.first): Promise<void> {
    const { studio, messages } = this;
    const { solver, backend = 'wasm', values, view } = link;
    const wanted = { solver, backend, values, view };
    const said = [...notes];
    if (link.json !== undefined || link.own !== undefined) {
      try {
        const text = link.json === undefined ? this.library.text(link.own ?? '') : await unpack(link.json);
        if (text === undefined)
          throw new Error(
            `The scene ${JSON.stringify(link.own)} is not kept in this browser; this is another.`,
          );
        await studio.openText(link.own ?? 'The scene of the link', text, wanted);
      } catch (error) {
        said.push((error as Error).message);
        this.#rest = [
          ...(this.#rest ?? []),
          link.json === undefined ? ['own', link.own ?? ''] : ['json', link.json],
        ];
      }
    }
    if (link.json === undefined && link.own === undefined)
      await studio.select({ ...wanted, scene: link.scene ?? CATALOGUE[0]?.id });
    else if (!studio.simulation) await studio.select({ backend, scene: CATALOGUE[0]?.id });
    // So that another scene is an entry of its own, however soon it is chosen.
    this.#scene = this.#key;
    if (said.length > 0) messages.toast(said.join(' '));
  }

  /** Writes down what is open, soon; another scene is another entry for Back. */
  changed(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#write(), AFTER);
  }

  /** The whole link, for others. */
  async copy(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#write();
    const { messages } = this;
    if (new URLSearchParams(location.hash.slice(1)).has('own'))
      return messages.toast('This scene is too long for a link. Download it and send the file.');
    try {
      await navigator.clipboard.writeText(location.href);
      messages.toast('The link is copied: scene, solver, parameters and camera are in it.');
    } catch {
      messages.toast('The browser gives no access to the clipboard. Copy the address of the page.');
    }
  }

  #read(): ReadLink {
    const read = readLink(
      location.hash,
      location.search,
      CATALOGUE.map(({ id }) => id),
    );
    this.#rest = read.link.rest;
    return read;
  }

  async #follow(read: ReadLink): Promise<void> {
    clearTimeout(this.#timer);
    this.#written = location.hash;
    await this.open(read);
  }

  async #write(): Promise<void> {
    const { studio } = this;
    const { simulation, shown } = studio;
    if (!simulation) return;
    const { method, scene, world } = simulation;
    const values = simulation.changes;
    const json = shown.id === undefined ? await pack(shown.text) : undefined;
    const hash = writeLink({
      ...(shown.id === undefined
        ? json === undefined
          ? { own: shown.title }
          : { json }
        : { scene: shown.id }),
      ...(method.id !== scene.solver.method && { solver: method.id }),
      ...(world.backend.name !== 'wasm' && { backend: world.backend.name }),
      values,
      view: studio.movedView,
      rest: this.#rest,
    });
    const key = this.#key;
    const isOther = this.#scene !== undefined && this.#scene !== key;
    this.#scene = key;
    if (hash === location.hash) return;
    this.#written = hash;
    const address = `${location.pathname}${hash}`;
    if (isOther) history.pushState(null, '', address);
    else history.replaceState(null, '', address);
  }
}
