/** What a world must know of its model before it can run, found in a worker where there is one: it may take a while. */
import type { Machine } from './backends/backend.ts';
import { structuresBeside } from './blocks/storage.ts';
import type { Contact } from './contact/contact.ts';
import type { Model } from './model.ts';
import { divided, type Resolved, settingOf } from './settings.ts';
import type { Structure } from './structure.ts';
import { twinOf } from './twins.ts';

/** All that steps with these settings need. What fails in the worker fails, or succeeds, where it is needed. */
export async function findAhead(
  { find }: Machine,
  hasBlocks: boolean,
  model: Model,
  told: Resolved,
  contact: Contact,
): Promise<void> {
  // Of now, and of after the first shot.
  const asked = [
    ...ofMethod(model, divided(model, told, ...contact.busy).part, contact.isThere),
    ...ofMethod(model, divided(model, told, ...contact.busiest).part, contact.canBeThere),
  ];
  const wanted = new Set(hasBlocks ? [...asked, ...structuresBeside(asked)] : asked);
  const twin = twinOf(model);
  for (const structure of wanted)
    if (twin && !structure.isKnown(model) && structure.isKnown(twin))
      structure.keep(model, structure.of(twin));
  const missing = [...wanted].filter((structure) => !structure.isKnown(model));
  if (!find || missing.length === 0) return;
  const { particles, springs, bodies, colours, slotOf, idOf } = model;
  const { rows, rowStarts, neighbours, springOf, ends, stiffness } = model;
  const forces = Object.fromEntries(
    Object.entries(model.forces).map(([id, { corners, count }]) => [id, { corners, count }]),
  );
  const found = await find(
    missing.map(({ name }) => name),
    {
      particles,
      springs,
      bodies,
      colours,
      slotOf,
      idOf,
      rows,
      rowStarts,
      neighbours,
      springOf,
      ends,
      stiffness,
      forces,
    },
  );
  missing.forEach((structure, k) => {
    if (found) structure.keep(model, found[k]);
  });
}

const ofMethod = (model: Model, told: Resolved, contact: boolean): readonly Structure[] =>
  told.method.structures?.(settingOf(model, told, contact, told.settings.outer ?? 1)) ?? [];
