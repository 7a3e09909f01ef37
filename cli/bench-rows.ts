/** The rows of `selvedge bench`, by part; the selection by `--only` and `--quick`; and their list. */
import { GPU_ROWS } from '../bench/gpu/index.ts';
import { aligned, CASES, type Case } from '../bench/index.ts';
import { ROWS as PEER_ROWS } from '../bench/peers/index.ts';
import { type Showcase, titleOf } from '../bench/showcases/index.ts';
import { nearest } from '../engine/index.ts';
import type { Values } from './arguments.ts';
import type { PeerRow } from './bench-peers.ts';
import { Refusal } from './failure.ts';
import { builtInScenes, readBuiltIn } from './scene-file.ts';

export type PartName = 'cpu' | 'peers' | 'showcases' | 'gpu';

/** What each part is compared with. */
const BESIDE: Readonly<Record<PartName, string>> = {
  cpu: 'beside native programs',
  peers: 'beside other engines',
  showcases: "the scenes, beside the papers' times",
  gpu: 'on the GPU, beside a sweep written by hand',
};
export const PARTS = Object.keys(BESIDE) as PartName[];

export type Listed = Case | PeerRow;

export const showcaseRows = (): Promise<Showcase[]> =>
  Promise.all(builtInScenes().map(async (id) => ({ id, text: await readBuiltIn(id) })));

const ROWS = { cpu: CASES, peers: PEER_ROWS, gpu: GPU_ROWS } as const;

const idsOf = (part: PartName): readonly string[] =>
  part === 'showcases' ? builtInScenes() : ROWS[part].map(({ id }) => id);

/** `bench cpu and bench peers`. */
export function inWords(parts: readonly PartName[]): string {
  const names = parts.map((part) => `bench ${part}`);
  return [names.slice(0, -1).join(', '), ...names.slice(-1)].filter(Boolean).join(' and ');
}

function matcherOf(pattern: string): (id: string) => boolean {
  const escaped = pattern.replace(/[.+^${}()|[\]\\?]/g, '\\$&').replaceAll('*', '.*');
  const whole = new RegExp(`^${escaped}$`);
  return (id) => whole.test(id);
}

/** All rows of these parts, in the order of the list. */
export function chosen<Row extends Pick<Listed, 'id' | 'large'>>(
  { only, quick }: Values,
  parts: readonly PartName[],
  all: readonly Row[],
): Row[] {
  const patterns = (only as readonly string[] | undefined) ?? ['*'];
  const wanted = patterns.flatMap((pattern) => {
    const matches = matcherOf(pattern);
    const found = all.filter(({ id }) => matches(id));
    if (found.length === 0) throw unknownRow(pattern, parts);
    return found;
  });
  const rows = all.filter((one) => wanted.includes(one) && !(quick && one.large));
  if (rows.length === 0) throw new Refusal('--only names large rows only, which --quick leaves out');
  return rows;
}

/** A refusal that names the part of the row, or the rows that exist. */
function unknownRow(pattern: string, parts: readonly PartName[]): Refusal {
  const matches = matcherOf(pattern);
  const [other] = PARTS.filter((part) => !parts.includes(part) && idsOf(part).some(matches));
  const missing = `--only ${pattern}: there is no such row in ${inWords(parts)}`;
  if (other) {
    const word = /^[\w.-]+$/.test(pattern) ? pattern : `'${pattern}'`;
    return new Refusal(`${missing}, but in bench ${other}.\nTry: selvedge bench ${other} --only ${word}`);
  }
  const guess = nearest(pattern, parts.flatMap(idsOf));
  const lines = parts.map((part) => `\nRows of bench ${part}: ${idsOf(part).join(', ')}`);
  return new Refusal(`${missing}.${guess ? ` Did you mean ${guess}?` : ''}${lines.join('')}`);
}

/** The list by part: as text with headings, and as data for JSON. */
export async function listOf(values: Values): Promise<{ words: string; rows: readonly object[] }> {
  const scenes = (await showcaseRows()).map((row) => ({ id: row.id, title: titleOf(row) }));
  const all = [
    ...CASES.map((row) => ({ part: 'cpu', ...factsOf(row), large: row.large })),
    ...PEER_ROWS.map((row) => ({ part: 'peers', ...factsOf(row), large: row.large })),
    ...scenes.map((row) => ({ part: 'showcases', ...row, large: undefined })),
    ...GPU_ROWS.map(({ id, title, large }) => ({ part: 'gpu', id, title, large })),
  ];
  const rows = chosen(values, PARTS, all);
  const groups = PARTS.flatMap((part) => {
    const own = rows.filter((row) => row.part === part).map(({ id, title }) => [id, title]);
    return own.length > 0 ? [`bench ${part}: ${BESIDE[part]}\n${aligned(own, '  ')}`] : [];
  });
  return { words: groups.join('\n'), rows: rows.map(({ large: _, ...facts }) => facts) };
}

function factsOf(row: Listed) {
  const { id, title } = row;
  if (!('unit' in row)) return { id, title };
  const { unit, ratio, most, least } = row;
  return { id, title, unit, ratio, most, least };
}
