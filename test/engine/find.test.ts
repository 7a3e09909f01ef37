/** Structures of a model are found by the coordinating worker, not by the calling thread. */
import { Worker } from 'node:worker_threads';
import source from 'virtual:selvedge/worker';
import { cloth, createWorld, METHODS, type MethodOptions, rope, wasm } from 'selvedge';
import { describe, expect, it } from 'vitest';
import type { Command, Reply } from '../../engine/backends/wasm/messages.ts';
import { GRIDS } from '../../engine/blocks/grids.ts';
import { CLOTHS } from '../../engine/blocks/levels/cloths.ts';
import { SPRING_ANALYSIS } from '../../engine/linear/analysis.ts';
import { HIERARCHY } from '../../engine/methods/multigrid/hierarchy.ts';
import { HESSIAN_STRUCTURE } from '../../engine/methods/newton/hessian.ts';
import { buildModel } from '../../engine/model.ts';
import { buffersIn } from '../../engine/structures.ts';

let stiffness = 1000;
/** Not those of any world before: what is known of an equal model is not found again. */
const bodiesAnew = () => [
  cloth({ particles: [40, 30], stiffness: ++stiffness, pins: ['top'] }),
  rope({ particles: 20, pins: ['start'] }),
];

/** A world on one worker, what it was asked to find, and what it answered. */
async function watched(method: MethodOptions, bodies = bodiesAnew()) {
  const asked: string[][] = [];
  const answers: Extract<Reply, { type: 'found' }>[] = [];
  const backend = wasm({
    threads: 1,
    worker: () => {
      const worker = new Worker(source, { eval: true });
      worker.on('message', (reply: Reply) => {
        if (reply.type === 'found') answers.push(reply);
      });
      const post = worker.postMessage.bind(worker);
      worker.postMessage = (command: Command, transfer) => {
        if (command.type === 'find') asked.push([...command.names]);
        post(command, transfer);
      };
      return worker;
    },
  });
  const world = await createWorld({ bodies, method, backend });
  return { world, asked, answers };
}

const STRUCTURES = [GRIDS, CLOTHS, HIERARCHY, SPRING_ANALYSIS, HESSIAN_STRUCTURE];

describe('what a world must know of its model', () => {
  it.each([
    { method: { id: 'pd-rbgs' }, structures: [GRIDS] },
    { method: { id: 'pd-multigrid' }, structures: [HIERARCHY, GRIDS, CLOTHS] },
    { method: { id: 'pd-cholesky' }, structures: [SPRING_ANALYSIS, GRIDS] },
    { method: { id: 'newton' }, structures: [HESSIAN_STRUCTURE, GRIDS] },
    { method: { id: 'newton', linear: 'cg' }, structures: [GRIDS] },
  ] as const)('is found by the worker, nothing else and once: $method', async ({ method, structures }) => {
    const bodies = bodiesAnew();
    const { world, asked, answers } = await watched(method, bodies);
    expect(asked).toEqual([structures.map(({ name }) => name)]);
    expect(answers).toHaveLength(1);
    // The very memory that came from the worker, and what is found here from the same bodies.
    const received = buffersIn(answers[0].found);
    const model = buildModel(bodies);
    for (const structure of structures) {
      for (const buffer of buffersIn(structure.of(world.model))) expect(received).toContain(buffer);
      expect(structure.of(world.model)).toEqual(structure.of(model));
    }
    world.step(2);
    await world.idle();
    for (const structure of STRUCTURES)
      expect(structure.isKnown(world.model), structure.name).toBe(
        structures.some((one) => one === structure),
      );
    world.dispose();
  });

  it.each(METHODS.map(({ id }) => id))('is in the list that workers have: %s', async (id) => {
    const { world, answers } = await watched({ id });
    expect(answers).toHaveLength(1);
    expect(answers[0].found).toBeDefined();
    world.dispose();
  });

  it('is found before another method runs, where that is awaited', async () => {
    const { world, asked } = await watched({ id: 'pd-rbgs' });
    const method = { id: 'pd-cholesky' };
    await world.prepare({ method });
    await world.prepare({ method });
    expect(asked).toEqual([['grids'], ['spring analysis']]);
    expect(world.method.id).toBe('pd-rbgs');
    world.configure({ method });
    world.step();
    await world.idle();
    expect(asked).toHaveLength(2);
    await expect(world.prepare({ method: { id: 'none' } })).rejects.toThrow('method');
    world.dispose();
  });

  it('is found here where another method runs at once, with the same result', async () => {
    const bodies = bodiesAnew();
    const method = { id: 'pd-rbgs' };
    // One after the other: the second takes the grids of the first.
    const waited = await watched(method, bodies);
    const atOnce = await watched(method, bodies);
    const multigrid = { method: { id: 'pd-multigrid' } };
    const prepared = waited.world.prepare(multigrid);
    atOnce.world.configure(multigrid);
    await prepared;
    expect(waited.asked).toEqual([['grids'], ['hierarchy', 'cloths']]);
    waited.world.configure(multigrid);
    const hashes = [waited, atOnce].map(({ world }) => {
      world.step(3);
      return world.hash();
    });
    expect(atOnce.asked.flat()).not.toContain('hierarchy');
    expect(await hashes[0]).toBe(await hashes[1]);
    for (const { world } of [waited, atOnce]) world.dispose();
  });

  it('is not waited for once the world is gone', async () => {
    const { world } = await watched({ id: 'pd-rbgs' });
    const prepared = world.prepare({ method: { id: 'pd-multigrid' } });
    world.dispose();
    await expect(prepared).rejects.toThrow('the world was disposed');
  });

  it('is taken from a world of equal bodies, and from no other', async () => {
    const bodies = bodiesAnew();
    const method = { id: 'pd-multigrid' };
    const first = await watched(method, bodies);
    const second = await watched(method, structuredClone(bodies));
    const other = await watched(method);
    expect([first, second, other].map(({ asked }) => asked.length)).toEqual([1, 0, 1]);
    const [expected, found] = await Promise.all(
      [first, second].map(({ world }) => {
        world.step(3);
        return world.hash();
      }),
    );
    expect(found).toBe(expected);
    for (const { world } of [first, second, other]) world.dispose();
  });
});
