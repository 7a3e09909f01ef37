/** The scenes that come with the studio: every file in scenes/. Their names are loaded with the page, each text when it is opened. */

const texts = import.meta.glob<string>(['../scenes/*.json', '!../scenes/*.schema.json'], {
  query: '?raw',
  import: 'default',
});
/** A file of the thesis's format names nothing. */
const NAMELESS = 'np17-listing-5.1';
const names = import.meta.glob<string>(
  ['../scenes/*.json', '!../scenes/*.schema.json', '!../scenes/np17-listing-5.1.json'],
  { import: 'name', eager: true },
);
const descriptions = import.meta.glob<string>(
  ['../scenes/*.json', '!../scenes/*.schema.json', '!../scenes/np17-listing-5.1.json'],
  { import: 'description', eager: true },
);
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
  load(): Promise<string>;
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
  [NAMELESS]:
    'Converted from a configuration file in the format of NP17, listing 5.1. Look at how far the cloth gives below its corners: a truncated solver makes stiff springs soft.',
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

function entryOf(path: string, load: () => Promise<string>): CatalogueEntry {
  const id = path.replace(/^.*\//, '').replace(/\.json$/, '');
  return {
    id,
    title: names[path] || titleOf(id),
    section: SECTION_OF[id] ?? 'Cloth',
    description: [descriptions[path], LOOK_FOR[id]].filter(Boolean).join(' '),
    thumbnail: thumbnails[`../scenes/thumbnails/${id}.jpg`],
    load,
  };
}

export const CATALOGUE: readonly CatalogueEntry[] = Object.entries(texts)
  .map(([path, load]) => entryOf(path, load))
  .sort((a, b) => Number(b.id === FIRST) - Number(a.id === FIRST) || a.title.localeCompare(b.title));
