/** A case: a scene, what is done to it while it runs, and for how long. It is made from a seed, and played. */
import { type Backend, InputError, type World } from '../../engine/index.ts';
import { createSceneWorld } from '../../scene/index.ts';
import { ACTIONS, type Action, randomScript, type Session } from './actions.ts';
import { Random } from './random.ts';
import { type Fields, randomScene } from './scene.ts';

export interface Case {
  readonly seed: number;
  readonly scene: Fields;
  readonly actions: readonly Action[];
  readonly steps: number;
}

/** Steps of a random case. */
const STEPS = { least: 20, most: 120 } as const;

/**
 * The case of a seed. A world of its scene is opened for a moment: what may be done to it depends on what is in it. Scenes that a world
 * refuses, such as triangles with a method that takes springs alone, are passed over.
 */
export async function randomCase(seed: number, backend: Backend): Promise<Case> {
  const random = new Random(seed);
  for (;;) {
    const scene = randomScene(random);
    const steps = random.whole(STEPS.least, STEPS.most);
    const world = await opened(scene, backend);
    if (!world) continue;
    const actions = randomScript(random, world, steps);
    world.dispose();
    // As they are written to a file.
    return { seed, scene, steps, actions: JSON.parse(JSON.stringify(actions)) as Action[] };
  }
}

async function opened(scene: Fields, backend: Backend): Promise<World | undefined> {
  try {
    return await createSceneWorld(JSON.stringify(scene), { backend });
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

/** Called with the world between steps, this many of which are done. */
export type Look = (world: World, steps: number) => Promise<void>;

/**
 * Steps the world of a case, with what is done to it, up to a step. Steps between two looks or actions are one call. An action that the
 * world refuses, by an `InputError`, is no fault: the world goes on without it.
 */
export async function play(
  { actions }: Pick<Case, 'actions'>,
  session: Session,
  until: number,
  every = until,
  look: Look = async () => {},
): Promise<void> {
  const { world } = session;
  const due = [...actions].filter(({ step }) => step < until);
  let done = 0;
  while (done < until) {
    while (due.length > 0 && due[0].step <= done) await act(session, due.shift()!);
    const next = Math.min(until, due[0]?.step ?? until, (Math.floor(done / every) + 1) * every);
    world.step(next - done);
    done = next;
    if (done % every === 0 || done === until) await look(world, done);
  }
}

async function act(session: Session, { do: name, with: given }: Action): Promise<void> {
  const kind = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (!kind) throw new InputError('actions.do', name, `one of ${Object.keys(ACTIONS).join(', ')}`);
  try {
    await kind.play(session, given as readonly never[]);
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
}

/** What an engine says to what it does not take: bad input, or a method that this backend does not have. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Error && ['InputError', 'BackendUnavailable', 'OddCycleError'].includes(error.name);
