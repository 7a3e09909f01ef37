/** The same animation by local/global with several counts of iterations, and exactly: [LBOK13] Fig. 3 and 4. */
import type { Body, MethodOptions } from '../../engine/index.ts';
import type { Context, Curve, Style } from '../experiment.ts';
import { EXACT, H, withWorld } from './setup.ts';

export const ACTORS = {
  one: { label: '1 iteration', style: { colour: '#e03131' }, iterations: 1 },
  ten: { label: '10 iterations', style: { colour: '#d9822b' }, iterations: 10 },
  hundred: { label: '100 iterations', style: { colour: '#2b9a3e' }, iterations: 100 },
  thousand: { label: '1000 iterations', style: { colour: '#3b82e0' }, iterations: 1000 },
  exact: { label: 'exact (Newton)', style: { colour: '#8a8f98', dash: '7 5' }, iterations: 0 },
} as const satisfies Record<string, { label: string; style: Style; iterations: number }>;

export type ActorName = keyof typeof ACTORS;

const methodOf = (actor: ActorName): MethodOptions =>
  actor === 'exact' ? EXACT : { id: 'pd-cholesky', outer: ACTORS[actor].iterations };

export interface Course {
  /** What decides the run besides the solver, for the key. */
  readonly key: string;
  readonly body: () => Body;
  readonly frames: number;
}

/** Positions after each frame, the start first. */
export function animate(
  context: Context,
  name: ActorName,
  { key, body, frames }: Course,
): Promise<Float32Array[]> {
  const actor = context.actor(name) as ActorName;
  return context.once(`lbok13 ${key} ${frames} ${actor}`, (tell) =>
    withWorld(context, [body()], { method: methodOf(actor) }, async (world) => {
      const kept = [(await world.read()).positions];
      for (let frame = 1; frame <= frames; frame++) {
        world.step();
        kept.push((await world.read()).positions);
        await tell(frame / frames);
      }
      return kept;
    }),
  );
}

/** A value of every frame but the first as a curve over simulated time. */
export const overTime = (name: ActorName, values: readonly number[]): Curve => ({
  solver: name,
  label: ACTORS[name].label,
  style: ACTORS[name].style,
  points: values.map((value, frame) => [frame * H, value] as const).slice(1),
});
