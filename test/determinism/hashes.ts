/** Short runs whose final state is known bit by bit. A scene here is stepped on wasm; the hash must not depend on where. */
import {
  type Attachment,
  type Body,
  balls,
  type ContactOptions,
  cloth,
  createWorld,
  type InteractionOptions,
  type MethodOptions,
  rope,
  wasm,
} from 'selvedge';
import { redBlackCloth, unevenNet, wovenCloth } from '../conformance/scenes.ts';

interface Run {
  readonly name: string;
  readonly bodies: () => Body[];
  readonly method: MethodOptions;
  readonly contact?: ContactOptions & InteractionOptions;
  readonly attachments?: readonly Attachment[];
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
    name: 'structural cloths of odd and even sides, multigrid',
    bodies: () => [
      cloth({ particles: [41, 30], stiffness: 1e5, pins: ['top'] }),
      cloth({ particles: [24, 35], stiffness: 1e5, pins: ['top-left'] }),
    ],
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
    name: 'two cloths, automatic',
    bodies: () => [wovenCloth(), cloth({ particles: [30, 20], mass: 0.4, pins: ['top'] })],
    method: { id: 'auto' },
  },
  {
    name: 'larger than a block',
    bodies: () => [cloth({ particles: [60, 41], pins: ['top-left', 'top-right'] })],
    method: { id: 'pd-rbgs', inner: 4 },
  },
  {
    name: 'cloths and balls that collide, on a turning box',
    bodies: () => [
      cloth({ particles: [30, 31], rotation: [90, 0, 0], position: [0, 0.06, 0], velocity: [0, -3, 0] }),
      cloth({ particles: [25, 28], rotation: [90, 30, 0], position: [0, 0.12, 0], velocity: [0, -5, 0] }),
      balls({
        centres: [
          [0.1, 0.3, 0],
          [-0.2, 0.35, 0.1],
        ],
        velocity: [0, -6, 0],
      }),
    ],
    method: { id: 'pd-multigrid' },
    contact: {
      particleContact: 'all',
      colliders: [
        {
          shape: 'box',
          size: [0.5, 0.1, 0.5],
          position: [0, -0.05, 0],
          motion: (t) => ({ rotation: [0, 90 * t, 0] }),
        },
      ],
    },
  },
  {
    name: 'a cloth on rings and a ball, with a rope welded to it',
    bodies: () => [
      cloth({ particles: [31, 29], size: [1, 0.9] }),
      rope({ particles: 40, position: [-0.5, -0.45, 0] }),
    ],
    method: { id: 'pd-multigrid' },
    contact: {
      colliders: [
        { shape: 'sphere', radius: 0.05, position: [0.5, 0.55, 0], motion: { velocity: [-1, 0.1, 0.2] } },
      ],
    },
    attachments: [
      { particles: [30], collider: 0 },
      {
        particles: [0, 5, 6, 10, 15, 20, 25],
        rail: [
          [-0.6, 0.45, 0],
          [0.1, 0.45, 0.2],
          [0.5, 0.45, 0],
        ],
        spacing: 0.03,
        stops: [30],
      },
      { particles: [899], with: [868] },
    ],
  },
  {
    name: 'a cloth on rings with friction, on a sloping rail and a plane',
    bodies: () => [
      cloth({ particles: [33, 26], size: [1, 0.8] }),
      rope({ particles: 30, position: [0, 0, 0.5], velocity: [1, 0, 0.5] }),
    ],
    method: { id: 'pd-rbgs', inner: 5 },
    attachments: [
      {
        particles: [0, 4, 8, 12, 16, 20, 24, 28, 32],
        rail: [
          [-0.7, 0.6, 0],
          [0.7, 0.2, 0],
        ],
        friction: 0.25,
        spacing: 0.02,
      },
      { particles: [858, 867], plane: { point: [0, 0, 0.5], normal: [0, 1, 0] }, friction: 0.4 },
    ],
  },
  {
    name: 'a cloth that tears in the wind and in a hand',
    bodies: () => [
      cloth({ particles: [40, 37], pins: ['left'], strength: 1.1 }),
      balls({ centres: [[0.3, 0, 0.2]] }),
    ],
    method: { id: 'pd-rbgs', inner: 6 },
    contact: {
      wind: { velocity: [4, 0, 1], gusts: [{ direction: [0, 1, 2], strength: 12, start: 0.05 }] },
      drags: [
        {
          body: 0,
          particle: 700,
          radius: 0.06,
          path: [
            { time: 0.03, position: [0.4, 0, 0.1] },
            { time: 0.2, position: [0.9, 0.1, 0.6] },
          ],
        },
      ],
    },
  },
];

/** The hash after 60 steps, enqueued unevenly. */
export async function hashOfRun(
  { bodies, method, contact, attachments }: Run,
  threads: number,
): Promise<string> {
  const world = await createWorld({
    bodies: bodies(),
    method,
    ...contact,
    attachments,
    timestep: 1 / 240,
    substeps: 1,
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
