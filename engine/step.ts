/** One step as a program: what a reader follows. */
import type { Attachments } from './attachments/attachments.ts';
import type { Contact } from './contact/contact.ts';
import { recordHold } from './interaction/holds.ts';
import type { Partakers } from './interaction/interactive.ts';
import type { Setting } from './methods/method.ts';
import type { Model } from './model.ts';
import { dampen } from './motion/dampen.ts';
import { finish } from './motion/finish.ts';
import { predict } from './motion/predict.ts';
import { type Call, call, type Phase, type Program, when } from './program.ts';
import { isDamped, type Resolved, settles } from './settings.ts';
import { recordBlades } from './tearing/blade/blades.ts';
import { canSplit } from './tearing/split/plan.ts';
import { recordNote, recordTear, TORN } from './tearing/tearing.ts';
import { recordWind } from './wind/wind.ts';

export function recordStep(
  resolved: Resolved,
  setting: Setting,
  contact: Contact,
  { wind, holds, holes }: Partakers,
  attachments: Attachments,
): Program {
  const { program, correction } = resolved.method.record(setting);
  const { model } = setting;
  const h = resolved.settings.integrate ? resolved.timestep : 0;
  const settling = settles(model, resolved, contact.meeting) ? setting.springs : undefined;
  return [
    ...renew(resolved, setting, contact.blades.length > 0),
    ...dampenAll(model, resolved, 'predict'),
    ...(wind ? recordWind(model, h, holes) : []),
    predictAll(model, resolved),
    ...attachments.recordLead(resolved, contact.hasColliders),
    ...(holds ? [recordHold(h)] : []),
    ...program,
    ...attachments.recordSlide(resolved, setting, correction, contact.hasColliders),
    ...contact.record(h, resolved.gravity, correction, settling),
    finishAll(model, resolved, correction),
    ...recordBlades(model, contact.blades, h),
    ...contact.recordBounce(),
    ...recordTear(model),
  ];
}

/** What runs before the next step when settings, pins or the state changed. */
export function recordPreparation(resolved: Resolved, setting: Setting): Program {
  return [...dampenAll(setting.model, resolved, 'prepare'), ...resolved.method.prepare(setting)];
}

/** What runs before the next step when springs tore and nothing else changed. */
export function recordRenewal(resolved: Resolved, setting: Setting): Program {
  const { method } = resolved;
  // A particle that splits changes its mass.
  const again = (canSplit(setting.model) ? undefined : method.renew?.(setting)) ?? method.prepare(setting);
  return [...dampenAll(setting.model, resolved, 'prepare'), ...again];
}

/** The same inside a step, where springs tore or were cut in the step before; the host is not asked. */
function renew(resolved: Resolved, setting: Setting, hasBlades: boolean): Program {
  const renewal = recordRenewal(resolved, setting);
  return (setting.model.strengths || hasBlades) && renewal.length > 0
    ? [when(TORN, ...recordNote(), ...renewal)]
    : [];
}

function dampenAll({ springs, links }: Model, resolved: Resolved, phase: Phase): Program {
  if (!isDamped(resolved)) return [];
  const ratio = resolved.stiffnessDamping / resolved.timestep;
  return [
    call(dampen, { phase, range: [0, springs], scalars: { ratio } }),
    // Links stand for elements, which have no dashpots.
    ...(links > springs ? [call(dampen, { phase, range: [springs, links], scalars: { ratio: 0 } })] : []),
  ];
}

/** With integration off a step takes no time: y is where the particle is. */
function predictAll({ particles }: Model, { settings, timestep: h, gravity, damping }: Resolved): Call {
  const [gx, gy, gz] = settings.integrate ? gravity : [0, 0, 0];
  const scalars = settings.integrate ? { h, gx, gy, gz, damping } : { h: 0, gx, gy, gz, damping: 0 };
  return call(predict, { phase: 'predict', range: [0, particles], scalars });
}

function finishAll({ particles }: Model, { settings, timestep: h }: Resolved, delta: string): Call {
  const scalars = settings.integrate ? { h, rate: 1 / h } : { h: 0, rate: 0 };
  return call(finish, { phase: 'finish', range: [0, particles], bind: { delta }, scalars });
}
