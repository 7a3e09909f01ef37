/** Short runs whose final state is known bit by bit. A scene here is stepped on wasm; the hash must not depend on where. */
import { type Body, cloth, createWorld, type MethodOptions, rope, wasm } from 'selvedge';
import { redBlackCloth, unevenNet, wovenCloth } from '../conformance/scenes.ts';

interface Run {
  readonly name: string;
  readonly bodies: () => Body[];
  readonly method: MethodOptions;
}

export const RUNS: readonly Run[] = [
  { name: 'woven cloth, red-black', bodies: () => [wovenCloth()], method: { id: 'pd-rbgs' } },
  {
    name: 'red-black cloth, SOR 1.7',
    bodies: () => [redBlackCloth()],
    method: { id: 'pd-rbgs', outer: 11, inner: 1, omega: 1.7 },
  },
  { name: 'uneven net, Gauss-Seidel', bodies: () => [unevenNet()], method: { id: 'pd-gs' } },
  {
    name: 'cloth and rope, Jacobi',
    bodies: () => [redBlackCloth(), rope({ pins: ['start'] })],
    method: { id: 'pd-jacobi', inner: 7 },
  },
  {
    name: 'woven cloth, position based',
    bodies: () => [wovenCloth()],
    method: { id: 'pbd-jacobi', inner: 15 },
  },
  {
    name: 'woven cloth and uneven net, Cholesky',
    bodies: () => [wovenCloth(), unevenNet()],
    method: { id: 'pd-cholesky' },
  },
  {
    name: 'red-black cloth, L-BFGS',
    bodies: () => [redBlackCloth()],
    method: { id: 'pd-cholesky', outer: 6, history: 3 },
  },
  {
    name: 'two cloths and a rope, multigrid',
    bodies: () => [wovenCloth(), redBlackCloth(), rope({ pins: ['start'] })],
    method: { id: 'pd-multigrid' },
  },
  {
    name: 'two cloths and a rope, multigrid to an accuracy',
    bodies: () => [wovenCloth(), redBlackCloth(), rope({ pins: ['start'] })],
    method: { id: 'pd-multigrid', outer: 12, accuracy: 0.01 },
  },
  {
    name: 'red-black cloth, multigrid, Chebyshev',
    bodies: () => [redBlackCloth()],
    method: { id: 'pd-multigrid', outer: 5, rho: 0.9 },
  },
  {
    name: 'woven cloth and uneven net, Newton',
    bodies: () => [wovenCloth(), unevenNet()],
    method: { id: 'newton', iterations: 20 },
  },
  {
    name: 'red-black cloth, Newton by conjugate gradients after projective dynamics',
    bodies: () => [redBlackCloth()],
    method: { id: 'newton', iterations: 20, linear: 'cg', warmup: 2 },
  },
  {
    name: 'larger than a block',
    bodies: () => [cloth({ particles: [60, 41], pins: ['top-left', 'top-right'] })],
    method: { id: 'pd-rbgs', inner: 4 },
  },
];

/** The hash after 60 steps, enqueued unevenly. */
export async function hashOfRun({ bodies, method }: Run, threads: number): Promise<string> {
  const world = await createWorld({
    bodies: bodies(),
    method,
    timestep: 1 / 240,
    backend: wasm({ threads }),
  });
  if (world.backend.threads !== threads)
    throw new Error(`${world.backend.threads} threads run, not ${threads}`);
  world.step(1);
  world.step(19);
  world.pin(5);
  world.step(40);
  const hash = await world.hash();
  const statistics = await world.statistics();
  world.dispose();
  return `${hash} ${statistics.error} ${statistics.energy.kinetic}`;
}
