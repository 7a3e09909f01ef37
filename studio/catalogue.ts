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
  readonly section: Section;
  /** The JSON text. */
  readonly text: string;
}

/** In the order of the gallery. */
export const SECTIONS = [
  'Cloth',
  'In the wind',
  'Contact',
  'Tearing and cutting',
  'Ropes and solids',
  'From the lab',
] as const;
export type Section = (typeof SECTIONS)[number];

/** Scenes that make no name for themselves belong to the first section. */
const SECTION_OF: Readonly<Record<string, Section>> = {
  flag: 'In the wind',
  'flag-that-tears': 'In the wind',
  'cloth-on-sphere': 'Contact',
  'disc-on-a-ball': 'Contact',
  'five-cloths-on-a-box': 'Contact',
  'four-cloths-hit': 'Contact',
  funnel: 'Contact',
  'rotating-chair': 'Contact',
  'thrown-at-a-wall': 'Contact',
  'thrown-three-times-as-fast': 'Contact',
  'net-of-balls': 'Contact',
  cannonballs: 'Tearing and cutting',
  'cut-out': 'Tearing and cutting',
  tearing: 'Tearing and cutting',
  'tearing-by-dragging': 'Tearing and cutting',
  rope: 'Ropes and solids',
  ropes: 'Ropes and solids',
  jelly: 'Ropes and solids',
  'soft-torus': 'Ropes and solids',
  'lbok13-cloth': 'From the lab',
  'np17-listing-5.1': 'From the lab',
  'pnf18-enlarged': 'From the lab',
  'pnf18-hanging': 'From the lab',
};

/** What to look for in scenes that measure instead of showing. */
const LOOK_FOR: Readonly<Record<string, string>> = {
  'lbok13-cloth':
    'Look at the error in the statistics: ten iterations bring it down at once, steps of 33 ms make the motion calm.',
  'np17-listing-5.1':
    'Look at how far the cloth gives below its corners: a truncated solver makes stiff springs soft.',
  'pnf18-enlarged':
    'Look at how slowly the sides of a cloth that begins too large come in: a sweep carries a correction from one particle to the next.',
  'pnf18-hanging': 'Watch the error while you change outer and inner: figure 5.',
};

const FIRST = 'silk-on-a-ball';

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
    section: SECTION_OF[id] ?? 'Cloth',
    description: [description, LOOK_FOR[id]].filter(Boolean).join(' '),
    thumbnail: thumbnails[`../scenes/thumbnails/${id}.jpg`],
    text,
  };
}

export const CATALOGUE: readonly CatalogueEntry[] = Object.entries(files)
  .map(([path, text]) => entryOf(path, text))
  .sort((a, b) => Number(b.id === FIRST) - Number(a.id === FIRST) || a.title.localeCompare(b.title));
