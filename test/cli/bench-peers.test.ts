import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contest } from '../../bench/peers/contest.ts';
import { type Compared, type Facts, keptOfPeers, type Peer, sidesOf } from '../../bench/peers/index.ts';
import { sceneOf } from '../../bench/peers/scenes.ts';
import { strainOf } from '../../bench/peers/strain.ts';
import { spreadOf } from '../../bench/spread.ts';
import { folder, jsonOf } from './command.ts';

const files = folder();

describe('selvedge bench peers', () => {
  it('runs the packages beside ours and writes a page', async () => {
    const words = ['bench', 'peers', '--quick', '--only', 'irregular-400', '--out', files.path('out')];
    const { scenes, packages, files: written } = await jsonOf(words);
    const [{ scene, placed, absent, findings }] = scenes as Compared[];
    expect(scene).toBe('irregular-400');
    expect(absent).toEqual([]);

    const jolt = placed.filter(({ peer }) => peer === 'jolt');
    expect(jolt[0]).toMatchObject({ iterations: 5, isDefault: true });
    const most = jolt.find(({ iterations }) => iterations === 320)!;
    // It really hangs: stretched, and less with more iterations.
    expect(most.strain!.mean).toBeGreaterThan(1e-6);
    expect(most.strain!.mean).toBeLessThan(jolt[0].strain!.mean);
    expect(most.cpu!.median).toBeGreaterThan(jolt[0].cpu!.median);
    for (const peer of [
      'ours',
      'ours-self',
      'ours-self-undivided',
      'ours-sor',
      'ours-threads',
      'jolt-threads',
      'ammo',
      'cannon',
      'mujoco',
    ])
      expect(placed.filter((one) => one.peer === peer && one.cpu!.median > 0)).not.toEqual([]);
    expect(findings.filter(({ theirs }) => theirs.startsWith('jolt')).length).toBeGreaterThan(0);

    for (const { kilobytes } of packages as Facts[]) expect(kilobytes).toBeGreaterThan(10);
    expect((packages as Facts[]).find(({ peer }) => peer === 'jolt')!.load).toBeGreaterThan(0);
    expect(readFileSync(written[0], 'utf8')).toContain('<svg');
  }, 300_000);

  it('leaves out what becomes too slow, and its higher counts', async () => {
    const scene = sceneOf('hanging', 4);
    const burn = (ms: number) => {
      for (const { user } = process.cpuUsage(); process.cpuUsage().user - user < 1000 * ms; );
    };
    const cloth = () => {
      let frames = 0;
      return {
        frame: () => burn(frames++ < 6 ? 1 : 300),
        read: (places: Float64Array) => places.set(scene.positions),
        dispose: () => {},
      };
    };
    const engine = { create: async () => cloth(), dispose: () => {} };
    const peer = { id: 'slow', title: 'slow', unit: 'turns', iterations: 1, others: [2], files: [] };
    const slow: Peer = { ...peer, load: async () => engine };
    const entrants = [1, 2].map((iterations) => ({ peer: slow, iterations }));
    const placed = await contest(scene, entrants, slow.load, { seconds: 1, timed: 5 }, async () => {});
    expect(placed.map(({ iterations, cpu }) => [iterations, cpu])).toEqual([
      [1, undefined],
      [2, undefined],
    ]);
    expect(placed[0].notes.join()).toMatch(/^left out: a frame takes \d{3,} ms$/);
    expect(placed[1].notes.join()).toBe('left out, as 1 turns are');
  });

  it('takes strain relative to the scene at rest', () => {
    const scene = sceneOf('irregular', 5);
    expect(strainOf(scene, scene.positions)).toEqual({ mean: 0, p99: 0, max: 0 });
    const { mean, max } = strainOf(
      scene,
      scene.positions.map((value) => 1.5 * value),
    )!;
    expect(mean).toBeCloseTo(0.5, 12);
    expect(max).toBeCloseTo(0.5, 12);
    expect(strainOf(scene, scene.positions.fill(Number.NaN))).toBeUndefined();
  });

  it('keeps our default, frame by frame beside jolt-physics at its own', () => {
    const placed = (peer: string, samples: number[]) => ({
      peer,
      title: peer,
      iterations: 5,
      unit: 'iterations',
      isDefault: true,
      threads: 1,
      cpu: spreadOf(samples),
      notes: [],
    });
    const scene = { scene: 'hanging-2500', title: '', particles: 2500, absent: [], findings: [] };
    const both = [placed('ours', [1, 2, 4]), placed('jolt', [4, 4, 4])];
    expect(keptOfPeers({ ...scene, placed: both })).toMatchObject([
      { id: 'hanging-2500', ours: [1, 1.5, 2, 3, 4], ratio: [1, 1.5, 2, 3, 4], isSpeedup: true },
    ]);
    const strained = { ours: 'ours, 5 iterations', theirs: 'jolt' };
    const findings = [
      { ...strained, wanted: 8, atEqualStrain: { above: 10, iterations: 80 } },
      { ...strained, atEqualStrain: { above: 10, iterations: 80 } },
      { ...strained, wanted: 8, atEqualStrain: { atMost: 1 } },
    ];
    const slow = { ...placed('jolt', [20, 20, 20]), iterations: 80, isDefault: false };
    expect(keptOfPeers({ ...scene, findings, placed: [...both, slow] })).toMatchObject([
      { id: 'hanging-2500', of: 'jolt, 5 iterations / ours' },
      {
        id: 'hanging-2500 ours at equal strain',
        of: 'jolt, 80 iterations / ours',
        ratio: [5, 7.5, 10, 15, 20],
      },
    ]);
    expect(keptOfPeers({ ...scene, placed: both.slice(0, 1) })[0].ratio).toBeUndefined();
    expect(keptOfPeers({ ...scene, placed: [] })).toEqual([]);
  });

  it('wants our default far ahead of jolt-physics, and ahead with self-collision', () => {
    const { ours, theirs, rivals, wanted } = sidesOf(false);
    const of = (id: string) => [...ours, ...theirs].find((peer) => peer.id === id)!;
    expect([2500, 10_000, 400].map((count) => wanted(of('ours'), of('jolt'), count))).toEqual([
      8,
      15,
      undefined,
    ]);
    expect(wanted(of('ours-self'), of('jolt'), 10_000)).toBe(1);
    expect(wanted(of('ours'), of('ammo'), 10_000)).toBeUndefined();
    expect(rivals(of('ours-threads'))).toEqual([of('jolt-threads')]);
  });
});
