/** How strong the tools are on a world: what moves silk must not shred it, and what moves canvas must be felt. */
import type { Body, World } from 'selvedge';
import { Vector3 } from 'three';

/** What a gust does to cloth that faces it, in times its weight. */
const GUST = 6;
/** Of gusts, metres per second: less is not seen, more than a storm nothing survives. */
const GUSTS = { least: 2, most: 9, usual: 5 } as const;
const AIR = 1.2;
const GRAVITY = 9.81;

/** Metres per second, of a gust at its height. */
export function gustFor(world: World): number {
  const { triangles, positions, masses, particles } = world.model;
  const [a, b, c] = [new Vector3(), new Vector3(), new Vector3()];
  const covered = new Set<number>();
  let area = 0;
  for (let k = 0; k < triangles.length; k += 3) {
    for (const id of triangles.subarray(k, k + 3)) if (id < particles) covered.add(id);
    a.fromArray(positions, 3 * triangles[k]);
    b.fromArray(positions, 3 * triangles[k + 1]).sub(a);
    c.fromArray(positions, 3 * triangles[k + 2]).sub(a);
    area += b.cross(c).length() / 2;
  }
  if (area === 0) return GUSTS.usual;
  let mass = 0;
  for (const id of covered) mass += masses[id];
  // Pressure of air that is stopped, ρ v² / 2, against the weight of a square metre.
  const speed = Math.sqrt((2 * GUST * GRAVITY * (mass / area)) / AIR);
  return Math.min(GUSTS.most, Math.max(GUSTS.least, speed));
}

/** Metres per second: slower, and balls drop by much before they are where they were aimed at. */
export const BALL_SPEED = 12;
/** Of a ball: of the width and of the mass of all bodies together. */
const BALL = { radius: 0.05, mass: 0.08 } as const;

/** Radius and mass of a ball that suits the bodies. */
export function ballFor(bodies: readonly Body[]): { radius: number; mass: number } {
  const least = new Vector3(Infinity, Infinity, Infinity);
  const most = new Vector3(-Infinity, -Infinity, -Infinity);
  const place = new Vector3();
  let mass = 0;
  for (const body of bodies) {
    for (let k = 0; k < body.positions.length; k += 3) {
      place.set(body.positions[k], body.positions[k + 1], body.positions[k + 2]);
      least.min(place);
      most.max(place);
    }
    for (const one of body.masses) mass += one;
  }
  return {
    radius: Math.max(1e-3, BALL.radius * most.distanceTo(least)),
    mass: Math.max(1e-6, BALL.mass * mass),
  };
}
