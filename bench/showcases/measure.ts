/** A scene over its whole run: what a step costs, by phase. */
import { type Backend, countsOf, type Statistics } from '../../engine/index.ts';
import { createSceneWorld, parseScene } from '../../scene/index.ts';
import { FIGURES, type Figure } from './figures.ts';

export interface Showcase {
  /** The scene's file, without its ending. */
  readonly id: string;
  readonly text: string;
}

export interface Shown {
  readonly id: string;
  readonly title: string;
  readonly particles: number;
  readonly springs: number;
  readonly colliders: number;
  readonly solver: string;
  readonly backend: string;
  /** 0 on a GPU. */
  readonly threads: number;
  readonly storage: string;
  /** Seconds. */
  readonly timestep: number;
  readonly stepsPerFrame: number;
  /** Into how many parts a step is divided, at the end. */
  readonly parts: number;
  readonly steps: number;
  /** Milliseconds a step, in all and by phase, means over the run. */
  readonly ms: { readonly perStep: number; readonly phases: Statistics['ms']['phases'] };
  /** Frames per second that so many steps a frame leave room for, if nothing else took time. */
  readonly fps: number;
  /** At the end. */
  readonly torn: number;
  readonly touching: number;
  readonly faults: number;
  /** What the world warned of. */
  readonly warnings: readonly string[];
  readonly paper?: Figure;
}

/** Empty where the scene has no name. */
export const titleOf = ({ text }: Showcase): string => parseScene(text).scene.name ?? '';

/** Seconds of each scene that `--quick` runs. */
const QUICK = 0.1;
/** Enqueued at once. */
const BATCH = 60;

/** Runs it to the end of its `showcase.duration`; `tell` hears how much of it is done. */
export async function show(
  showcase: Showcase,
  backend: Backend,
  quick: boolean,
  tell: (share: number) => Promise<void>,
): Promise<Shown> {
  const { id, text } = showcase;
  const parsed = parseScene(text, { source: id });
  const { scene } = parsed;
  const world = await createSceneWorld(parsed, { backend });
  try {
    const seconds = quick ? Math.min(QUICK, scene.showcase.duration) : scene.showcase.duration;
    const steps = Math.max(1, Math.round(seconds / scene.timestep));
    for (let done = 0; done < steps; done += BATCH) {
      await tell(done / steps);
      world.step(Math.min(BATCH, steps - done));
      await world.idle();
    }
    const { ms, torn, faults, contact, solver, storage, substeps } = await world.statistics();
    const { perStep, phases } = ms;
    return {
      id,
      title: titleOf(showcase),
      ...countsOf(world.model),
      colliders: world.colliders.length,
      solver: solver.id,
      backend: world.backend.name,
      threads: world.backend.threads,
      storage: storage.description,
      timestep: scene.timestep,
      stepsPerFrame: scene.stepsPerFrame,
      parts: substeps,
      steps,
      ms: { perStep, phases },
      fps: 1000 / (perStep * scene.stepsPerFrame),
      torn,
      touching: contact.touching,
      faults,
      warnings: [...world.warnings],
      ...(FIGURES[id] && { paper: FIGURES[id] }),
    };
  } finally {
    world.dispose();
  }
}
