import { afterEach, expect, it, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

// A page's content security policy may forbid `new Function`, which zod uses and zod/mini does not.
it('reads scenes without compiling code', async () => {
  const compile = vi.fn(function compile() {});
  vi.stubGlobal('Function', compile);
  const { parseScene, validateScene } = await import('../../scene/index.ts');
  validateScene({ version: 1, bodies: [{ type: 'cloth' }], solver: {}, materials: { wool: {} } });
  parseScene('{ "softObjects": [{ "src": "5cloth" }] }');
  expect(() => validateScene({ version: 1, bodies: [{ type: 'cloth', mass: -1 }] })).toThrow(
    'bodies[0].mass',
  );
  expect(compile).not.toHaveBeenCalled();
  // And it would have been seen.
  const zod = await import('zod');
  zod.object({ a: zod.string() });
  expect(compile).toHaveBeenCalled();
});
