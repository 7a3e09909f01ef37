/** A method's programs as the engine would record them, without a world. */

import type { MethodOptions } from '../../engine/index.ts';
import { completeMethod, findMethod, valuesOf } from '../../engine/methods/index.ts';
import { SPRINGS_ALONE } from '../../engine/methods/method.ts';
import type { Model } from '../../engine/model.ts';
import { joinPlans } from '../../engine/program.ts';
import { memoryOf } from '../../engine/state.ts';

export function recorded(model: Model, options: MethodOptions, inertia: number) {
  const method = findMethod(options.id!);
  const values = valuesOf(method, completeMethod(options));
  const setting = { model, h: 1, inertia, ...SPRINGS_ALONE, values };
  return {
    ...method.record(setting),
    prepare: method.prepare(setting),
    memory: joinPlans(memoryOf(model), method.scratch(setting)),
  };
}
