/** The scenes that come with the studio: every file in scenes/. */
import { parseScene } from 'selvedge/scene';

const files = import.meta.glob<string>(['../scenes/*.json', '!../scenes/*.schema.json'], {
  query: '?raw',
  import: 'default',
  eager: true,
});
/** `npm run showcases` makes them. */
const thumbnails = import.meta.glob<string>('../scenes/thumbnails/*.jpg', {
  query: '?url',
  import: 'default',
  eager: true,
});

export interface CatalogueEntry {
  /** The file's name without its ending. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  /** Address of a small picture. */
  readonly thumbnail: string | undefined;
  /** The JSON text. */
  readonly text: string;
}

const FIRST = 'hanging-cloth';

/** The file's name, `np17-listing` as "NP17 listing". */
function titleOf(id: string): string {
  const words = id.replaceAll('-', ' ').replace(/\b[a-z]+\d+\b/g, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function entryOf(path: string, text: string): CatalogueEntry {
  const id = path.replace(/^.*\//, '').replace(/\.json$/, '');
  // A file of the thesis says nothing of itself; what it is converted to does.
  const { name, description } = text.includes('"softObjects"') ? parseScene(text).scene : JSON.parse(text);
  return {
    id,
    title: name || titleOf(id),
    description: description ?? '',
    thumbnail: thumbnails[`../scenes/thumbnails/${id}.jpg`],
    text,
  };
}

export const CATALOGUE: readonly CatalogueEntry[] = Object.entries(files)
  .map(([path, text]) => entryOf(path, text))
  .sort((a, b) => Number(b.id === FIRST) - Number(a.id === FIRST) || a.title.localeCompare(b.title));
