import { Ray, Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { pickParticle } from '../../three/pick.ts';

// Two triangles one behind the other, facing z, the nearer at z = 0.
const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, -1, 1, 0, -1, 0, 1, -1];
const triangles = [3, 4, 5, 0, 1, 2];
const downFrom = (x: number, y: number) => new Ray(new Vector3(x, y, 5), new Vector3(0, 0, -1));

describe('pickParticle', () => {
  it('takes the nearest corner of the nearest triangle', () => {
    const picked = pickParticle(downFrom(0.7, 0.1), positions, { triangles });
    expect(picked?.id).toBe(1);
    expect(picked?.distance).toBeCloseTo(5);
    expect(picked?.point.toArray()).toEqual([0.7, 0.1, 0].map((value) => expect.closeTo(value)));
  });

  it('hits a triangle from behind too', () => {
    const ray = new Ray(new Vector3(0.1, 0.7, -9), new Vector3(0, 0, 1));
    expect(pickParticle(ray, positions, { triangles })?.id).toBe(5);
  });

  it('takes a particle beside the ray within the tolerance, in front only', () => {
    expect(pickParticle(downFrom(1.05, 0), positions)?.id).toBe(4); // 0.05 / 6 < 0.05 / 5
    expect(pickParticle(downFrom(1.2, 0), positions)).toBe(undefined);
    expect(pickParticle(downFrom(1.2, 0), positions, { tolerance: 0.05 })?.id).toBe(4);
    const away = new Ray(new Vector3(1, 0, 5), new Vector3(0, 0, 1));
    expect(pickParticle(away, positions)).toBe(undefined);
  });
});
