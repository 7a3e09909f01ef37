/** From bodies and settings to a world that can step. */
import { demandSignal, throwIfAborted, unlessAborted } from './abort.ts';
import { CONTACT, Contact } from './contact/contact.ts';
import { farWarnings } from './far.ts';
import { findAhead } from './find.ts';
import { demandForces } from './forces/taken.ts';
import { INTERACTION } from './interaction/interaction.ts';
import { buildModel } from './model.ts';
import { demandFields, type FieldsOf } from './options.ts';
import { joinPlans } from './program.ts';
import { stageMemory } from './recording.ts';
import { DEFAULTS, divided, neededScratch, resolve, SETTINGS } from './settings.ts';
import { memoryOf } from './state.ts';
import { openFirst, prepareFirst } from './support.ts';
import { World } from './world.ts';
import type { WorldOptions } from './world-options.ts';

const OPTIONS: FieldsOf<WorldOptions> = {
  ...{
    ...SETTINGS,
    ...CONTACT,
    ...INTERACTION,
    bodies: true,
    attachments: true,
    backend: true,
    signal: true,
    from: true,
  },
};

export async function createWorld(options: WorldOptions): Promise<World> {
  demandFields('', options, OPTIONS);
  const { signal } = options;
  if (signal === undefined) return make(options);
  demandSignal('signal', signal);
  throwIfAborted(signal);
  return unlessAborted(make(options), signal);
}

async function make(options: WorldOptions): Promise<World> {
  const settings = resolve(options, DEFAULTS);
  const { backend = 'wasm' } = options;
  prepareFirst(backend, particlesOf(options.bodies));
  const model = buildModel(options.bodies);
  demandForces(model, settings);
  const contact = new Contact(model, options);
  const memory = joinPlans(memoryOf(model), stageMemory({ model, contact }));
  let setup = 0;
  const opened = await openFirst(backend, settings.method, memory, async (machine, { simd }) => {
    throwIfAborted(options.signal);
    const began = performance.now();
    await findAhead(machine, simd === true, model, settings, contact);
    throwIfAborted(options.signal);
    const { part } = divided(model, settings, ...contact.busy);
    const scratch = neededScratch(model, part, contact.isThere, simd === true);
    setup = performance.now() - began;
    machine.reserve(scratch);
  });
  try {
    const world = new World(model, memory, opened, settings, contact, setup, options);
    if (!opened.machine.isDouble) world.warnings.push(...farWarnings(model));
    if (options.from) world.restore(options.from);
    return world;
  } catch (error) {
    opened.machine.dispose();
    if (opened.owned) opened.backend.dispose();
    throw error;
  }
}

/** About so many: bodies are checked when the model is built. */
const particlesOf = (bodies: WorldOptions['bodies']): number =>
  Array.isArray(bodies) ? bodies.reduce((sum, body) => sum + (body?.masses?.length ?? 0), 0) : 0;
