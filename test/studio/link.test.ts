// What the address of the studio says, without a browser: written, read, damaged and fuzzed.
import { expect, it } from 'vitest';
import { type Link, pack, readLink, unpack, writeLink } from '../../studio/link.ts';

const SCENES = ['flag', 'np17-listing-5.1'];
const read = (hash: string, search = '') => readLink(hash, search, SCENES);

it('comes back as it was written', () => {
  const links: Link[] = [
    { scene: 'flag' },
    { scene: 'np17-listing-5.1', solver: 'pd-rbgs', backend: 'webgpu', values: { inner: 8, omega: 1.9 } },
    { json: 'abc_-9', values: { hessian: 'full' }, view: [1, 2.5, -3, 0, 0.125, 0], isPaused: true },
    { own: 'A scene & its name: 50 %' },
    { scene: 'flag', rest: [['from', 'another studio, of next year']] },
  ];
  for (const link of links) {
    const { rest, ...known } = link;
    const back = read(writeLink(link));
    expect(back.link).toEqual(rest ? { ...known, rest } : known);
    expect(back.notes.length).toBe(rest ? 1 : 0);
  }
});

it('is read in the older form too', () => {
  expect(read('', '?scene=flag&solver=pd-gs&backend=reference&paused')).toEqual({
    link: { scene: 'flag', solver: 'pd-gs', backend: 'reference', isPaused: true },
    notes: [],
  });
});

it.each([
  ['#v=1&scene=banner', 'There is no scene "banner"'],
  ['#v=1&solver=magic', 'There is no solver "magic"'],
  ['#v=1&backend=gpu', 'There is no backend "gpu"'],
  ['#v=1&scene=flag&set=inner', 'The parameters in the link are damaged'],
  ['#v=1&scene=flag&camera=1,2,3', 'The camera in the link is damaged'],
  ['#v=1&scene=flag&camera=1,2,3,1,2,3', 'The camera in the link is damaged'],
  ['#v=1&json=%3Cscript%3E', 'The scene in the link is damaged'],
  ['#v=2&scene=flag', 'This link is of version 2; this studio reads version 1'],
  ['#v=x&scene=flag', 'a version that is no number'],
  ['#v=1&scene=flag&lens=fish', 'The link says more than this studio knows: "lens"'],
])('%s is named in a note', (hash, note) => {
  const { link, notes } = read(hash);
  expect(notes.join(' ')).toContain(note);
  // What was not understood stays in the address that is written next.
  const again = new URLSearchParams(writeLink(link).slice(1));
  const before = new URLSearchParams(hash.slice(1));
  for (const [name, value] of before) if (name !== 'v') expect(again.get(name)).toBe(value);
});

it('packs a scene into few letters, and says where they are damaged', async () => {
  const text = JSON.stringify({
    version: 1,
    name: 'Ünï <b>',
    bodies: [{ type: 'rope' }],
    numbers: Array(500).fill(1.5),
  });
  const packed = (await pack(text))!;
  expect(packed.length).toBeLessThan(text.length / 4);
  expect(packed).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(await unpack(packed)).toBe(text);
  for (const damaged of [packed.slice(0, -8), 'A', `x${packed}`, '????'])
    await expect(unpack(damaged)).rejects.toThrow('The scene in the link is damaged');
  // What no link can hold has none.
  const noise = Array.from({ length: 20_000 }, (_, k) => Math.sin(k) ** 3).join();
  expect(await pack(noise)).toBeUndefined();
  // A small packet that unpacks to more than any scene is refused.
  const bomb = (await pack(' '.repeat(17 * 2 ** 20)))!;
  expect(bomb).toBeUndefined();
  expect(await pack(' '.repeat(8 * 2 ** 20))).toBeDefined();
});

it('never throws on 100,000 damaged links, and writes no markup', () => {
  let seed = 12345;
  const random = (most: number) => {
    seed = (seed * 1664525 + 1013904223) % 2 ** 32;
    return Math.floor((seed / 2 ** 32) * most);
  };
  const whole = writeLink({
    scene: 'flag',
    solver: 'pd-rbgs',
    values: { inner: 8 },
    view: [1, 2, 3, 0, 0, 0],
  });
  const letters = '#&=%,:<>"\'/?v1298ae .\\\u0000\u2028é-_+';
  for (let k = 0; k < 100_000; k++) {
    let hash = whole;
    for (let change = 0; change <= random(4); change++) {
      const at = random(hash.length);
      const put = Array.from({ length: random(4) }, () => letters[random(letters.length)]).join('');
      hash = hash.slice(0, at) + put + hash.slice(at + random(3));
    }
    const { link } = read(hash);
    const written = writeLink(link);
    expect(written).not.toMatch(/[<>"\s]/);
    for (const number of link.view ?? []) expect(Number.isFinite(number)).toBe(true);
  }
});
