/** Colliders on a curve through points: where they are, how fast, and which way they look. */
import { type Collider, type ColliderPath, InputError, type Vec3 } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { motionOf } from '../../engine/contact/collider.ts';
import { angleBetween, turned } from '../../engine/contact/pose.ts';
import { turningOf } from '../../engine/contact/turning.ts';
import { minus } from '../../engine/vector.ts';

const poseOn = (path: ColliderPath, placed: Partial<Collider> = {}) =>
  motionOf('collider', { shape: 'sphere', radius: 1, ...placed, motion: { path } } as Collider)!;

/** Points of a circle of radius R about the y axis. */
const [R, COUNT] = [2, 24];
const circle = Array.from({ length: COUNT }, (_, k): Vec3 => {
  const angle = (2 * Math.PI * k) / COUNT;
  return [R * Math.cos(angle), 1, R * Math.sin(angle)];
});
/** Uneven, bent in space. */
const crooked: readonly Vec3[] = [
  [0, 0, 0],
  [0.1, 0, 0],
  [1, 0.4, 0],
  [1.2, 0.4, 1],
  [0, 0.9, 1.1],
  [-0.6, 0.2, 0.3],
];
const TIMES = Array.from({ length: 400 }, (_, k) => (3 * k) / 400);
const DT = 1e-4;

describe('a path', () => {
  it('follows a circle of 24 points: radius within R φ⁴/40, at an even speed', () => {
    const pose = poseOn({ points: circle, duration: 3, closed: true, repeat: true });
    const bound = (R * ((2 * Math.PI) / COUNT) ** 4) / 40;
    for (const time of TIMES) {
      const [x, y, z] = pose(time).position;
      expect(y).toBeCloseTo(1, 12);
      expect(Math.abs(Math.hypot(x, z) - R)).toBeLessThan(bound);
      // Even speed: the angle too grows evenly, up to where the curve is off the circle.
      const angle = (2 * Math.PI * time) / 3;
      expect(Math.hypot(x - R * Math.cos(angle), z - R * Math.sin(angle))).toBeLessThan(2 * bound);
    }
    expect(minus(pose(7.3).position, pose(1.3).position).every((d) => Math.abs(d) < 1e-9)).toBe(true);
  });

  it.each([false, true])(
    'has a continuous velocity of one size and goes through its points: closed %s',
    (closed) => {
      const pose = poseOn({ points: crooked, duration: 3, closed });
      const velocityAt = (time: number) =>
        minus(pose(time + DT).position, pose(time).position).map((d) => d / DT) as unknown as Vec3;
      const times = TIMES.slice(0, -1).filter((time) => time < 3 - 2 * DT);
      const speed = Math.hypot(...velocityAt(0.5));
      for (const time of times) expect(Math.hypot(...velocityAt(time))).toBeCloseTo(speed, 2);
      // At its sharpest it turns by less than 6° in a thousandth of the way, at points as elsewhere.
      for (let time = 0; time < 2.99; time += 0.003) {
        const change = Math.hypot(...minus(velocityAt(time + 0.003), velocityAt(time)));
        expect(change).toBeLessThan(0.1 * speed);
      }
      const fine = Array.from({ length: 6000 }, (_, k) => pose((3 * k) / 5999).position);
      for (const point of crooked)
        expect(Math.min(...fine.map((place) => Math.hypot(...minus(place, point))))).toBeLessThan(
          1e-3 * speed,
        );
      if (!closed) for (const c of [0, 1, 2]) expect(pose(9).position[c]).toBeCloseTo(crooked[5][c], 9);
    },
  );

  it('rests before it starts, goes to and fro, and is straight between two points', () => {
    const points: Vec3[] = [
      [1, 0, 0],
      [3, 0, 0],
    ];
    const pose = poseOn({ points, duration: 2, start: 1, repeat: true });
    for (const [time, x] of [
      [0, 1],
      [1, 1],
      [1.5, 1.5],
      [3, 3],
      [4, 2],
      [5, 1],
      [6, 2],
    ])
      expect(pose(time).position[0]).toBeCloseTo(x, 9);
  });

  it('turns what faces along it, continuously, also round a closed way in space', () => {
    const facing: Vec3 = [0, 2, 0];
    const pose = poseOn(
      { points: crooked, duration: 3, closed: true, repeat: true, facing },
      { rotation: [0, 0, 90] },
    );
    // What looks up as it is placed is its own x.
    for (const time of TIMES) {
      const way = minus(pose(time + DT).position, pose(time).position);
      const looks = turned(pose(time).turn, [1, 0, 0]);
      const cosine = looks.reduce((sum, value, c) => sum + (value * way[c]) / Math.hypot(...way), 0);
      expect(cosine).toBeGreaterThan(1 - 1e-5);
    }
    for (let time = 0; time < 3.1; time += 0.003) {
      const [a, b] = [pose(time).turn, pose(time + 0.003).turn];
      expect(Math.abs(a.reduce((sum, value, c) => sum + value * b[c], 0))).toBeGreaterThan(1 - 1e-3);
    }
  });

  it('that turns back on itself looks back from there on', () => {
    const there: readonly Vec3[] = [
      [0, 0, 0],
      [1, 0, 0],
      [0, 0, 0],
    ];
    const path = { points: there, duration: 2, facing: [1, 0, 0] } as const;
    const pose = poseOn(path);
    for (const time of [0, 0.4, 0.99, 1, 1.01, 1.6, 2]) {
      const [x] = turned(pose(time).turn, [1, 0, 0]);
      expect(x).toBeCloseTo(time < 1 ? 1 : -1, 9);
    }
    // That is at once: steps are not divided for it.
    expect(turningOf({ shape: 'sphere', radius: 1, motion: { path } })).toBe(0);
  });

  it.each<[string, readonly Vec3[], boolean]>([
    ['a circle', circle, true],
    ['crooked', crooked, true],
    ['crooked, open', crooked, false],
    ['a square', [0, 1, 2, 3].map((k): Vec3 => [Number(k % 3 > 0), 0, Number(k > 1)]), true],
  ])('knows how fast it turns at the most: %s', (_, points, closed) => {
    const path = { points, duration: 3, closed, facing: [1, 0, 0] } as const;
    const pose = poseOn(path);
    let fastest = 0;
    for (let time = 0; time < 3 - DT; time += 1e-3)
      fastest = Math.max(fastest, angleBetween(pose(time).turn, pose(time + DT).turn) / DT);
    const told = turningOf({ shape: 'sphere', radius: 1, motion: { path } });
    expect(told).toBeGreaterThan(0.99 * fastest);
    expect(told).toBeLessThan(1.5 * fastest);
  });

  it.each<[string, object, string]>([
    [
      'one point',
      { points: [[0, 0, 0]], duration: 1 },
      'motion.path.points: [[0,0,0]] is not allowed; 2 points',
    ],
    [
      'a closed way of two',
      { points: circle.slice(0, 2), closed: true, duration: 1 },
      '3 points [x, y, z] or more',
    ],
    [
      'a point twice',
      { points: [circle[0], circle[0]], duration: 1 },
      'motion.path.points[1]: [2,1,0] is not',
    ],
    [
      'no time',
      { points: circle, duration: 0 },
      'motion.path.duration: 0 is not allowed; a number from 1e-6 to 1e9',
    ],
    [
      'no direction',
      { points: circle, duration: 1, facing: [0, 0, 0] },
      'motion.path.facing: [0,0,0] is not',
    ],
    [
      'a word',
      { points: circle, duration: 1, closed: 'yes' },
      'motion.path.closed: "yes" is not allowed; true or',
    ],
  ])('is refused: %s', (_, path, message) => {
    expect(() => poseOn(path as ColliderPath)).toThrow(InputError);
    expect(() => poseOn(path as ColliderPath)).toThrow(message);
  });

  it('is refused where keyframes have positions', () => {
    const motion = { path: { points: circle, duration: 1 }, keyframes: [{ time: 0, position: [0, 0, 0] }] };
    const collider = { shape: 'sphere', radius: 1, motion } as unknown as Collider;
    expect(() => motionOf('collider', collider)).toThrow('collider.motion.path');
  });
});
