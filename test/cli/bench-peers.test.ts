import { readFileSync } from 'node:fs';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { heldBy } from '../../bench/heap.ts';
import { ammo } from '../../bench/peers/ammo.ts';
import { contest } from '../../bench/peers/contest.ts';
import {
  type Compared,
  comparedLines,
  type Facts,
  keptOfPeers,
  type Peer,
  sidesOf,
} from '../../bench/peers/index.ts';
import type { Cloth } from '../../bench/peers/peer.ts';
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
    const most = jolt.reduce((a, b) => (b.iterations > a.iterations ? b : a));
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
    const defaults = placed.filter(({ isDefault }) => isDefault);
    expect(defaults.length).toBe(11);
    // Positions and velocities of four bytes a number at least.
    for (const { title, memory, first } of defaults) {
      expect(memory, title).toBeGreaterThan(24);
      expect(first, title).toBeGreaterThan(0);
    }
    const memoryOf = (id: string) => defaults.find(({ peer }) => peer === id)!.memory;
    // Every body is an object of some, and there is a number of eight bytes for every pair of bodies.
    expect(memoryOf('cannon')).toBeGreaterThan(0.5 * 399 * 8 + 1000);
    expect(memoryOf('cannon')).toBeLessThan(100_000);

    for (const { kilobytes } of packages as Facts[]) expect(kilobytes).toBeGreaterThan(10);
    expect((packages as Facts[]).find(({ peer }) => peer === 'jolt')!.load).toBeGreaterThan(0);
    expect(readFileSync(written[0], 'utf8')).toContain('<svg');
  }, 300_000);

  it('leaves out what becomes too slow, and its higher counts', async () => {
    const scene = sceneOf('hanging', 4);
    let user = 0;
    const clock = vi.spyOn(process, 'cpuUsage');
    clock.mockImplementation((since) => ({ user: user - (since?.user ?? 0), system: 0 }));
    onTestFinished(() => clock.mockRestore());
    const slowed = async (id: string, places: Float64Array) => {
      const create = async (): Promise<Cloth> => {
        let frames = 0;
        return {
          frame: () => {
            user += frames++ < 6 ? 1000 : 300_000;
          },
          read: (into) => into.set(places),
          dispose: () => {},
        };
      };
      const engine = { create, dispose: () => {} };
      const about = { title: id, unit: 'turns', iterations: 1, others: [2], files: [] };
      const peer: Peer = { ...about, id, load: async () => engine };
      const entrants = [1, 2].map((iterations) => ({ peer, iterations }));
      return contest(scene, entrants, peer.load, { seconds: 1, timed: 5 }, async () => {});
    };
    const slow = await slowed('slow', scene.positions);
    expect(slow.map(({ iterations, cpu }) => [iterations, cpu])).toEqual([
      [1, undefined],
      [2, undefined],
    ]);
    const [first, second] = slow.map(({ notes }) => notes.join());
    expect(first).toBe('left out after 0.2 s, with 0 % of mean strain: a frame takes 300 ms');
    expect(second).toBe('left out, as 1 turns are');
    const [lost] = await slowed(
      'lost',
      scene.positions.map(() => Number.NaN),
    );
    expect(lost.notes.join()).toBe('left out after 0.2 s, diverging: a frame takes 300 ms');
    const findings = [{ ours: 'ours, 8 steps', theirs: 'slow', atEqualStrain: {} }];
    const compared = { scene: 'hanging-16', title: '', particles: 16, placed: slow, absent: [], findings };
    expect(comparedLines(compared)).toMatch(/ours, 8 steps +slow +not compared +not compared/);
  });

  it('tells the memory of a cloth alone, whatever was made before it', async () => {
    const engine = await ammo.load();
    const scene = sceneOf('hanging', 20);
    const bytes: number[] = [];
    for (let k = 0; k < 2; k++) {
      const cloth = await engine.create(scene, 1);
      bytes.push((await cloth.bytes!()) / 400);
      cloth.dispose();
    }
    expect(bytes[1]).toBe(bytes[0]);
    // 240 bytes a node and 112 a face, as their addresses in Bullet's arrays tell; two faces a particle, nearly.
    expect(bytes[0]).toBeGreaterThan(240 + 1.8 * 112);
    expect(bytes[0]).toBeLessThan(2000);

    const twice = (make: () => object) => [heldBy(make), heldBy(make)][1];
    const numbers = twice(() => new Float64Array(1e6));
    expect(numbers / 8e6).toBeCloseTo(1, 1);
    const objects = twice(() => Array.from({ length: 1e5 }, (_, i) => ({ next: [i + 0.5] })));
    expect(objects / 1e5).toBeGreaterThan(30);
    expect(objects / 1e5).toBeLessThan(150);
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
