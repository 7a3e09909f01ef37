/** The rows of `selvedge bench gpu`: cloth of a sweep, a step, a frame, and scenes. */
import type { SceneInput } from '../../scene/index.ts';
import { clothScene } from '../worlds.ts';

export interface GpuRow {
  readonly id: string;
  readonly title: string;
  /** What is measured: one sweep of many, one step of many, or frames of 8 steps that are waited for. */
  readonly what: 'sweep' | 'step' | 'frame';
  /** A scene, or the id of one that comes with the package. */
  readonly scene: SceneInput | string;
  /** Of a cloth: particles along a side. */
  readonly side?: number;
  readonly large?: boolean;
}

/** Sweeps in one step of the rows that measure sweeps. */
export const SWEEPS = 100;
export const FRAME_STEPS = 8;

const SIDES = [100, 316, 1000, 2000];
/** Sides that `--quick` leaves out begin here. */
const LARGE = 1000;

const METHODS = {
  '1x10': { name: 'pd-rbgs, 1 × 10', solver: { method: 'pd-rbgs', outer: 1, inner: 10, omega: 1.7 } },
  '10x1': { name: 'pd-rbgs, 10 × 1', solver: { method: 'pd-rbgs', outer: 10, inner: 1, omega: 1.7 } },
  cycles: { name: 'pd-multigrid, 2 cycles', solver: { method: 'pd-multigrid', outer: 2 } },
} as const satisfies Record<string, { name: string; solver: SceneInput['solver'] }>;

const by = (side: number): string => `${side} × ${side}`;
const clothOf = (side: number, solver: SceneInput['solver']): SceneInput => ({
  ...clothScene(side, { outer: 1, inner: 1 }),
  solver,
});

const sweeps = SIDES.map(
  (side): GpuRow => ({
    id: `gpu-sweep-${side}`,
    title: `a red-black sweep, ${by(side)}`,
    what: 'sweep',
    scene: clothScene(side, { outer: 1, inner: SWEEPS }),
    side,
    large: side >= LARGE,
  }),
);

const steps = SIDES.flatMap((side) =>
  Object.entries(METHODS).map(
    ([id, { name, solver }]): GpuRow => ({
      id: `gpu-step-${side}-${id}`,
      title: `a step, ${by(side)}, ${name}`,
      what: 'step',
      scene: clothOf(side, solver),
      side,
      large: side >= LARGE,
    }),
  ),
);

const frames = (['1x10', 'cycles'] as const).map(
  (id): GpuRow => ({
    id: `gpu-frame-100-${id}`,
    title: `a frame of ${FRAME_STEPS} steps, ${by(100)}, ${METHODS[id].name}`,
    what: 'frame',
    scene: clothOf(100, METHODS[id].solver),
    side: 100,
  }),
);

const scenes = ['four-cloths-hit', 'rotating-chair', 'funnel', 'tearing-by-dragging'].map(
  (id): GpuRow => ({
    id: `gpu-${id}`,
    title: `scene ${id}, frame by frame`,
    what: 'frame',
    scene: id,
    large: true,
  }),
);

export const GPU_ROWS: readonly GpuRow[] = [...sweeps, ...steps, ...frames, ...scenes];
