/** All scenes with their pictures, to choose from: a dialogue over the picture. */
import { CATALOGUE, type CatalogueEntry, SECTIONS } from './catalogue.ts';
import { byId, element } from './dom.ts';

export class Gallery {
  readonly #dialogue = byId<HTMLDialogElement>('gallery');
  readonly #choose: (id: string) => void;

  constructor(choose: (id: string) => void) {
    this.#choose = choose;
    byId('gallery-button').addEventListener('click', () => this.open());
    const close = this.#dialogue.querySelector('header button');
    close?.addEventListener('click', () => this.#dialogue.close());
    // Beside the dialogue, which the browser reports as on it.
    this.#dialogue.addEventListener('click', ({ target }) => {
      if (target === this.#dialogue) this.#dialogue.close();
    });
    // Its keys are its own: the space bar chooses, it does not play.
    this.#dialogue.addEventListener('keydown', (event) => event.stopPropagation());
    this.#dialogue.addEventListener('keyup', (event) => event.stopPropagation());
  }

  open(): void {
    const list = byId('gallery-list');
    // The pictures are asked for when someone looks.
    if (list.childElementCount === 0) list.append(...SECTIONS.flatMap((section) => this.#section(section)));
    this.#dialogue.showModal();
  }

  #section(section: CatalogueEntry['section']): HTMLElement[] {
    const entries = CATALOGUE.filter((entry) => entry.section === section);
    if (entries.length === 0) return [];
    const list = document.createElement('ul');
    list.setAttribute('aria-label', section);
    list.append(...entries.map((entry) => this.#item(entry)));
    return [element('h3', section), list];
  }

  #item({ id, title, description, thumbnail }: CatalogueEntry): HTMLLIElement {
    const image = new Image(480, 300);
    image.alt = '';
    image.loading = 'lazy';
    if (thumbnail) {
      image.src = thumbnail;
      image.alt = `Picture of the scene: ${description}`;
    }
    const button = element('button', '');
    button.type = 'button';
    button.title = description;
    button.append(image, element('span', title));
    button.addEventListener('click', () => {
      this.#dialogue.close();
      this.#choose(id);
    });
    const item = element('li', '');
    item.append(button);
    return item;
  }
}
