/**
 * What the address says, behind the `#`: `v=1&scene=flag&solver=pd-rbgs&backend=wasm&set=inner:8,omega:1.9&camera=x,y,z,x,y,z`.
 * A scene of the user's own stands in it whole, compressed, as `json`. What can't be read is named in a note and kept in the
 * address; reading never throws.
 */
import { BACKEND_NAMES, type BackendName, METHODS } from 'selvedge';

/** Of the links this page writes. */
export const LINK_VERSION = 1;
/** A longer scene is not put into the address: some programs cut links off, and people can't send them. */
export const MOST_LETTERS = 16_000;
/** No scene in a link is larger when it is unpacked; a bomb can be. */
const MOST_BYTES = 16 * 2 ** 20;

export type Values = Readonly<Record<string, number | string>>;
export type View = readonly [number, number, number, number, number, number];

export interface Link {
  /** Id in the catalogue. */
  readonly scene?: string;
  /** A scene of the user's own, as compressed text. */
  readonly json?: string;
  /** Name of a scene that is kept in this browser: too long for a link. */
  readonly own?: string;
  readonly solver?: string;
  readonly backend?: BackendName;
  /** Parameters of the solver that differ from the scene's. */
  readonly values?: Values;
  /** Where the camera is, and what it looks at. */
  readonly view?: View;
  readonly isPaused?: boolean;
  /** Parts of the address that were not understood: they stay in it. */
  readonly rest?: readonly (readonly [name: string, value: string])[];
}

export interface ReadLink {
  readonly link: Link;
  /** What the user should know of it, in sentences. */
  readonly notes: readonly string[];
}

const KNOWN = ['v', 'scene', 'json', 'own', 'solver', 'backend', 'set', 'camera', 'paused'];

export function writeLink({
  scene,
  json,
  own,
  solver,
  backend,
  values = {},
  view,
  isPaused,
  rest = [],
}: Link): string {
  const parts: [string, string][] = [['v', String(LINK_VERSION)]];
  if (scene !== undefined) parts.push(['scene', scene]);
  if (json !== undefined) parts.push(['json', json]);
  if (own !== undefined) parts.push(['own', own]);
  if (solver !== undefined) parts.push(['solver', solver]);
  if (backend !== undefined) parts.push(['backend', backend]);
  const set = Object.entries(values).map(([name, value]) => `${name}:${value}`);
  if (set.length > 0) parts.push(['set', set.join(',')]);
  if (view) parts.push(['camera', view.map((value) => Number(value.toFixed(3))).join(',')]);
  if (isPaused) parts.push(['paused', '1']);
  const text = ([name, value]: readonly [string, string]) =>
    `${encodeURIComponent(name)}=${encodeURIComponent(value).replaceAll('%2C', ',').replaceAll('%3A', ':')}`;
  return `#${[...parts, ...rest].map(text).join('&')}`;
}

/** `scenes`: the ids of the catalogue. The older form `?scene=…&solver=…&backend=…&paused` is read too. */
export function readLink(hash: string, search: string, scenes: readonly string[]): ReadLink {
  const given = new URLSearchParams(hash.replace(/^#/, '') || search);
  const notes: string[] = [];
  const rest: (readonly [string, string])[] = [];
  const drop = (name: string, note: string) => {
    notes.push(note);
    rest.push([name, given.get(name) ?? '']);
  };
  const version = given.get('v');
  if (version !== null && !(Number(version) <= LINK_VERSION)) {
    const said = /^\d{1,9}$/.test(version) ? `version ${version}` : 'a version that is no number';
    notes.push(
      `This link is of ${said}; this studio reads version ${LINK_VERSION}. What it knows of the link is used, the rest stays in the address.`,
    );
  }
  for (const [name, value] of given) if (!KNOWN.includes(name)) rest.push([name, value]);
  if (version !== null && rest.length > 0)
    notes.push(`The link says more than this studio knows: ${rest.map(([name]) => shown(name)).join(', ')}.`);

  const scene = given.get('scene') ?? undefined;
  const isScene = scene !== undefined && scenes.includes(scene);
  if (scene !== undefined && !isScene) drop('scene', `There is no scene ${shown(scene)}; this is another.`);
  const json = given.get('json') ?? undefined;
  const isJson = json !== undefined && /^[A-Za-z0-9_-]+$/.test(json);
  if (json !== undefined && !isJson) drop('json', 'The scene in the link is damaged; this is another.');

  const solver = given.get('solver') ?? undefined;
  const isSolver = solver !== undefined && METHODS.some(({ id }) => id === solver);
  if (solver !== undefined && !isSolver)
    drop('solver', `There is no solver ${shown(solver)}; the scene's own is used.`);
  const backend = BACKEND_NAMES.find((name) => name === given.get('backend'));
  if (given.has('backend') && !backend)
    drop('backend', `There is no backend ${shown(given.get('backend') ?? '')}; wasm is used.`);

  const values = valuesIn(given.get('set'));
  if (given.has('set') && !values)
    drop('set', 'The parameters in the link are damaged; those of the scene are used.');
  const view = viewIn(given.get('camera'));
  if (given.has('camera') && !view) drop('camera', "The camera in the link is damaged; the scene's is used.");
  const link: Link = {
    ...(isScene && { scene }),
    ...(isJson && { json }),
    ...(given.get('own') && { own: given.get('own') ?? '' }),
    ...(isSolver && { solver }),
    ...(backend && { backend }),
    ...(values && { values }),
    ...(view && { view }),
    ...(given.has('paused') && { isPaused: true }),
    ...(rest.length > 0 && { rest }),
  };
  return { link, notes };
}

/** As much of a word as fits into a sentence. */
const shown = (word: string) => JSON.stringify(word.length > 40 ? `${word.slice(0, 40)}…` : word);

function valuesIn(text: string | null): Values | undefined {
  if (!text) return undefined;
  const pairs = text.split(',').map((pair) => pair.split(':'));
  if (
    pairs.length > 32 ||
    pairs.some((pair) => pair.length !== 2 || !/^[a-z][A-Za-z0-9]{0,31}$/.test(pair[0]))
  )
    return undefined;
  return Object.fromEntries(
    pairs.map(([name, value]) => [
      name,
      value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value,
    ]),
  );
}

function viewIn(text: string | null): View | undefined {
  if (!text) return undefined;
  const words = text.split(',');
  const numbers = words.map(Number);
  const isSound = words.every((word, k) => word.trim() !== '' && Math.abs(numbers[k]) <= 1e6);
  if (numbers.length !== 6 || !isSound) return undefined;
  // A camera that looks at where it is sees nothing.
  if (Math.hypot(...[0, 1, 2].map((k) => numbers[k] - numbers[k + 3])) < 1e-3) return undefined;
  return numbers as unknown as View;
}

/** A scene's text for an address; undefined where it is too long for one. */
export async function pack(text: string): Promise<string | undefined> {
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  if (bytes.length > (MOST_LETTERS * 3) / 4) return undefined;
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** What `pack` made; throws a sentence where it is damaged. */
export async function unpack(packed: string): Promise<string> {
  const damaged = () => new Error('The scene in the link is damaged: it was cut off or changed on its way.');
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = Uint8Array.from(atob(packed.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    );
  } catch {
    throw damaged();
  }
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      size += part.value.length;
      if (size > MOST_BYTES) {
        await reader.cancel();
        throw damaged();
      }
      parts.push(part.value as Uint8Array<ArrayBuffer>);
    }
  } catch {
    throw damaged();
  }
  return new Blob(parts).text();
}
