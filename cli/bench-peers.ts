/** `selvedge bench peers`: the same cloth scenes in Selvedge and in other engines from npm. */
import path from 'node:path';
import { type Asked, comparisonLines, type Where } from '../bench/index.ts';
import {
  type Compared,
  compare,
  comparedLines,
  type Engine,
  type Facts,
  factLines,
  factsOf,
  keptOfPeers,
  LENGTH,
  type Peer,
  peersReport,
  type ROWS,
  sceneOf,
  sidesOf,
} from '../bench/peers/index.ts';
import type { Keeping } from './bench-kept.ts';
import { EXIT } from './failure.ts';
import { Interruption } from './interrupt.ts';
import { packageFolder } from './package.ts';
import { Progress } from './progress.ts';
import { targetOf, writeWhole } from './whole-file.ts';

export type PeerRow = (typeof ROWS)[number];

export interface Request {
  readonly rows: readonly PeerRow[];
  /** An existing folder. */
  readonly out: string;
  readonly quick: boolean;
  readonly json: boolean;
  readonly where: Where;
  readonly kept: Keeping;
  readonly asked: Asked;
}

export async function benchPeers({ rows, out, quick, json, where, kept, asked }: Request) {
  const target = await targetOf('--out', path.join(out, 'peers.html'));
  const sides = sidesOf(quick);
  const engines = new Engines();
  const own = { folder: packageFolder, version: where.version };
  const interruption = new Interruption('frames');
  const progress = new Progress(rows.length);
  const all: Compared[] = [];
  let facts: Facts[];
  try {
    for (const { id, scene, side } of rows) {
      const tell = async (share: number, what: string) => {
        await interruption.check(
          () => `interrupted after ${all.length} of ${rows.length} scenes; no file was written`,
        );
        progress.update(all.length + share, `${id}, ${what}`);
      };
      const length = LENGTH[quick ? 'quick' : 'full'];
      const compared = await compare(sceneOf(scene, side), sides, engines.of, length, tell);
      all.push(compared);
      progress.end();
      if (!json) process.stdout.write(comparedLines(compared));
    }
    facts = [...sides.ours, ...sides.theirs].map((peer) => factsOf(peer, own, engines.loadOf(peer)));
  } finally {
    progress.end();
    interruption.end();
    engines.dispose();
  }
  const keep = all.flatMap(keptOfPeers);
  const outputs = [{ target, chunks: [peersReport(all, facts, where)] }, ...kept.outputs(keep)];
  await writeWhole(outputs);
  const files = outputs.map((one) => one.target.given);
  const comparison = kept.compared(keep, asked);
  if (!json) {
    process.stdout.write(`packages\n${factLines(facts)}\n`);
    if (comparison) process.stdout.write(comparisonLines(comparison));
    process.stdout.write(`wrote ${files.join(', ')}\n`);
  }
  const { rounds: _, ...about } = where;
  return { code: EXIT.ok, result: { ...about, scenes: all, packages: facts, ...comparison, files } };
}

/** Loads each engine once and records the time that took. */
class Engines {
  readonly #loaded = new Map<Peer, { engine: Promise<Engine>; ms?: number }>();

  readonly of = (peer: Peer): Promise<Engine> => {
    const known = this.#loaded.get(peer);
    if (known) return known.engine;
    const start = performance.now();
    const entry: { engine: Promise<Engine>; ms?: number } = { engine: peer.load() };
    this.#loaded.set(peer, entry);
    entry.engine = entry.engine.then((engine) => {
      entry.ms = performance.now() - start;
      return engine;
    });
    return entry.engine;
  };

  loadOf(peer: Peer): number | undefined {
    return this.#loaded.get(peer)?.ms;
  }

  dispose(): void {
    for (const { engine } of this.#loaded.values())
      engine.then(
        (one) => one.dispose(),
        () => {},
      );
  }
}
