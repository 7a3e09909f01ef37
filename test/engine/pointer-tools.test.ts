/** What pointer tools refuse when they are made; what they do is in test/studio. */
import { PointerTools, type PointerToolsOptions } from 'selvedge/three';
import { Camera } from 'three';
import { expect, it } from 'vitest';

const make = (options: Partial<PointerToolsOptions>) =>
  new PointerTools({
    view: () => undefined,
    camera: new Camera(),
    element: new EventTarget() as HTMLElement,
    ...options,
  });

it.each([
  [{ tollerance: 0.1 } as never, 'PointerTools.tollerance: unknown field. Did you mean "tolerance"?'],
  [{ tool: 'saw' as never }, 'tool: "saw" is not allowed; one of drag, tear'],
  [{ tolerance: -0.1 }, 'tolerance: -0.1 is not allowed; a number from 0 to 1'],
  [{ ballSpeed: Number.NaN }, 'ballSpeed: NaN is not allowed; a number from 0 to 1e6 (m/s)'],
  [{ gustStrength: '8' as never }, 'gustStrength: "8" is not allowed; a number from 0 to 500 (m/s)'],
])('%o', (options, message) => {
  expect(() => make(options)).toThrow(message);
});

it('takes what is allowed', () => {
  expect(make({ tool: 'cut', tolerance: 0, ballSpeed: 20, gustStrength: 500 }).tool).toBe('cut');
});
