import { describe, expect, it } from 'vitest';
import { applyAssignments, SceneError, validateScene } from '../../scene/index.ts';
import { SOLVER_FIELDS } from './solver-fields.ts';

const scene = {
  version: 1,
  bodies: [{ type: 'cloth', pins: ['top-left', 'top-right'] }, { type: 'rope' }],
  materials: { 'my wool': {} },
};

function problems(...set: string[]): string[] {
  try {
    validateScene(scene, { set });
  } catch (error) {
    return (error as SceneError).problems.map(({ path, message }) => `${path}: ${message}`);
  }
  throw new Error('accepted');
}

describe('applyAssignments', () => {
  it.each([
    ['damping=2', { damping: 2 }],
    ['solver.inner=20', { solver: { inner: 20 } }],
    ['solver.method=pd-gs', { solver: { method: 'pd-gs' } }],
    ['solver.method="pd-gs"', { solver: { method: 'pd-gs' } }],
    ['name=a=b', { name: 'a=b' }],
    ['gravity=[0, 0, 0]', { gravity: [0, 0, 0] }],
    ['solver.integrate=false', { solver: { integrate: false } }],
    ['materials["my wool"].density=3', { materials: { 'my wool': { density: 3 } } }],
    ['materials.silk.density=3', { materials: { 'my wool': {}, silk: { density: 3 } } }],
    [' damping = 2 ', { damping: 2 }],
  ])('%s', (assignment, fields) => {
    expect(applyAssignments(scene, [assignment])).toEqual({ ...scene, ...fields });
  });

  it('goes into lists, by either spelling, and leaves the rest and the original alone', () => {
    const before = structuredClone(scene);
    const after = applyAssignments(scene, ['bodies[0].pins[1]=7', 'bodies.1.mass=0.5', 'bodies[1].mass=0.6']);
    expect(after).toEqual({
      ...scene,
      bodies: [
        { type: 'cloth', pins: ['top-left', 7] },
        { type: 'rope', mass: 0.6 },
      ],
    });
    expect(scene).toEqual(before);
  });

  it('creates own fields only, whatever they are called', () => {
    const after = applyAssignments({}, ['__proto__.polluted=1']) as object;
    expect(Object.getPrototypeOf(after)).toBe(Object.prototype);
    expect(Object.keys(after)).toEqual(['__proto__']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('names every assignment that leads nowhere', () => {
    expect(() => applyAssignments(scene, ['bodies[2].mass=1', 'damping'], 'a.json')).toThrow(SceneError);
    expect(
      problems(
        'bodies[2].mass=1',
        'bodies[0].pins.top=1',
        'version.x=1',
        'lights[0].type=sun',
        'damping',
        '=3',
        'a..b=1',
        '[=1',
      ),
    ).toEqual([
      'bodies[2].mass: does not exist; bodies has 2 entries, [0] to [1]',
      'bodies[0].pins.top: does not exist; bodies[0].pins has 2 entries, [0] to [1]',
      'version.x: does not exist; version is 1, which has no fields',
      'lights[0].type: does not exist; the scene has no lights. Set the whole list: lights=[…]',
      'set: "damping" is not an assignment; write path=value, as in --set bodies[0].mass=1',
      'set: "=3" is not an assignment; write path=value, as in --set bodies[0].mass=1',
      'set: "a..b=1" is not an assignment; write path=value, as in --set bodies[0].mass=1',
      'set: "[=1" is not an assignment; write path=value, as in --set bodies[0].mass=1',
    ]);
  });
});

describe('set', () => {
  it('changes a scene before it is checked', () => {
    const { scene: changed } = validateScene(scene, {
      set: ['solver.method=PD_GS', 'bodies[0].particles=[3,3]', 'bodies[0].pins[1]=8'],
    });
    expect(changed.solver.method).toBe('pd-gs');
    expect(changed.bodies[0]).toMatchObject({ particles: [3, 3], pins: ['top-left', 8] });
  });

  it('is refused where the format has no such field, or no such value', () => {
    expect(problems('solver.innr=3', 'bodies[0].mass=heavy')).toEqual([
      'bodies[0].mass: "heavy" is not allowed; a number from 1e-9 to 1e9 (kg)',
      `solver.innr: unknown field. Did you mean "inner"? Known here: ${SOLVER_FIELDS.join(', ')}`,
    ]);
  });

  it('speaks of version 1 also where the file is in the thesis’s dialect', () => {
    const thesis = { softObjects: [{ src: '5cloth' }], solver: 'PD_RBGS' };
    const { scene: changed } = validateScene(thesis, { set: ['solver.inner=7', 'bodies[0].mass=2'] });
    expect(changed.solver).toMatchObject({ method: 'pd-rbgs', inner: 7 });
    expect(changed.bodies[0]).toMatchObject({ mass: 2 });
  });
});

describe('another method', () => {
  const tuned = { ...scene, solver: { method: 'pd-rbgs', outer: 2, inner: 20, omega: 1.9 } };

  it('leaves out what it doesn’t have, and says so', () => {
    const { scene: changed, warnings } = validateScene(tuned, { set: ['solver.method=newton'] });
    expect(changed.solver).toMatchObject({ method: 'newton', tolerance: 1e-10 });
    expect('inner' in changed.solver).toBe(false);
    expect(warnings).toEqual([
      'solver.outer, solver.inner, solver.omega of the scene left out: newton has iterations, tolerance, linear, warmup',
    ]);
  });

  it('keeps what it has', () => {
    const { scene: changed, warnings } = validateScene(tuned, { set: ['solver.method=pd-jacobi'] });
    expect(changed.solver).toMatchObject({ method: 'pd-jacobi', outer: 2, inner: 20 });
    expect(warnings).toEqual(['solver.omega of the scene left out: pd-jacobi has outer, inner, rho']);
  });

  it('is refused what was set with it', () => {
    expect(() => validateScene(tuned, { set: ['solver.method=pd-jacobi', 'solver.omega=1.5'] })).toThrow(
      'solver.omega: 1.5 is not allowed; 1 with pd-jacobi, which has outer, inner, rho',
    );
    expect(() => validateScene({ ...tuned, solver: { ...tuned.solver, method: 'pd-jacobi' } })).toThrow(
      'solver.omega: 1.9 is not allowed',
    );
  });
});
