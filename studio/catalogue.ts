/** The scenes that come with the studio: every file in scenes/. */
const files = import.meta.glob<string>(['../scenes/*.json', '!../scenes/*.schema.json'], {
  query: '?raw',
  import: 'default',
  eager: true,
});

export interface CatalogueEntry {
  /** The file's name without its ending. */
  readonly id: string;
  readonly title: string;
  /** The JSON text. */
  readonly text: string;
}

const FIRST = 'hanging-cloth';

/** The scene's own name; else its file's, `np17-listing` as "NP17 listing". */
function titleOf(id: string, text: string): string {
  const { name } = JSON.parse(text) as { name?: string };
  if (name) return name;
  const words = id.replaceAll('-', ' ').replace(/\b[a-z]+\d+\b/g, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const CATALOGUE: readonly CatalogueEntry[] = Object.entries(files)
  .map(([path, text]) => {
    const id = path.replace(/^.*\//, '').replace(/\.json$/, '');
    return { id, title: titleOf(id, text), text };
  })
  .sort((a, b) => Number(b.id === FIRST) - Number(a.id === FIRST) || a.title.localeCompare(b.title));
