/** What the triangles of a model are to each other and at rest. */
import { cloth, quadMesh, rope, triangles } from 'selvedge';
import { describe, expect, it } from 'vitest';
import { buildModel } from '../../engine/model.ts';
import { NO_TRIANGLE, type Topology, topologyOf } from '../../engine/surface/topology.ts';

const [COLUMNS, ROWS] = [7, 5];
const sheet = () => cloth({ particles: [COLUMNS, ROWS], size: [0.6, 0.4], rotation: [30, 20, 10] });

/** Four particles of each hinge. */
const hingesOf = ({ hinges }: Topology) =>
  Array.from({ length: hinges.length / 4 }, (_, k) => [...hinges.subarray(4 * k, 4 * k + 4)]);

describe('the topology of a surface', () => {
  it('has the edges of a cloth: of columns, rows and diagonals, each once', () => {
    const model = buildModel([sheet()]);
    const { edges, sides, hinges, edgeOf } = topologyOf(model);
    const [across, down] = [COLUMNS - 1, ROWS - 1];
    const inner = across * (ROWS - 2) + down * (COLUMNS - 2) + across * down;
    // [Euler] V − E + F = 1 for a disc.
    expect(edges.length / 2).toBe(model.particles + model.triangles.length / 3 - 1);
    expect(hinges.length / 4).toBe(inner);
    expect(sides.filter((side) => side === NO_TRIANGLE)).toHaveLength(2 * (across + down));
    for (let k = 0; k < model.triangles.length; k++) {
      const pair = [model.triangles[k], model.triangles[k % 3 === 2 ? k - 2 : k + 1]].sort((a, b) => a - b);
      expect([...edges.subarray(2 * edgeOf[k], 2 * edgeOf[k] + 2)]).toEqual(pair);
    }
  });

  it('has hinges whose four particles are those of their two triangles', () => {
    const model = buildModel([sheet(), rope({ particles: 4 }), sheet()]);
    const all = topologyOf(model);
    const corners = (t: number) => [...model.triangles.subarray(3 * t, 3 * t + 3)];
    let h = 0;
    for (let e = 0; e < all.sides.length / 2; e++) {
      const [one, other] = all.sides.subarray(2 * e, 2 * e + 2);
      if (other === NO_TRIANGLE) continue;
      const [i, j, k, l] = hingesOf(all)[h++];
      expect(corners(one).sort()).toEqual([i, j, k].sort());
      expect(corners(other).sort()).toEqual([i, j, l].sort());
    }
    expect(h).toBe(all.hinges.length / 4);
  });

  it('has the area and the lengths of the rest pose, wherever bodies are turned to', () => {
    const model = buildModel([sheet()]);
    const { areas, shapes } = topologyOf(model);
    expect(areas.reduce((sum, area) => sum + area, 0)).toBeCloseTo(0.6 * 0.4, 12);
    for (let t = 0; t < areas.length; t++) {
      const [u1, v1, u2, v2] = shapes.subarray(4 * t, 4 * t + 4);
      const sides = [Math.hypot(u1, v1), Math.hypot(u2, v2), Math.hypot(u1 - u2, v1 - v2)];
      expect(sides.sort()[0]).toBeCloseTo(0.1, 12);
      expect(sides.sort()[2]).toBeCloseTo(Math.SQRT2 * 0.1, 12);
    }
  });

  it('is that of an imported mesh too, in metres', () => {
    const body = triangles({
      vertices: [
        [0, 0, 0],
        [2, 0, 0],
        [0, 3, 0],
        [2, 3, 1],
      ],
      triangles: [
        [0, 1, 2],
        [1, 3, 2],
      ],
    });
    const { areas, hinges } = topologyOf(buildModel([body]));
    expect(areas[0]).toBeCloseTo(3, 12);
    expect([...hinges]).toEqual([1, 2, 0, 3]);
  });

  it('is empty where there is no surface, and found once a model', () => {
    const model = buildModel([rope({ particles: 4 })]);
    expect(topologyOf(model).edges).toHaveLength(0);
    expect(topologyOf(model)).toBe(topologyOf(model));
  });

  it('leaves an edge of three triangles without sides', () => {
    const fin = quadMesh({
      vertices: [
        [0, 0, 0],
        [0, 1, 0],
        [1, 1, 0],
        [1, 0, 0],
        [-1, 1, 0],
        [-1, 0, 0],
        [0, 1, 1],
        [0, 0, 1],
      ],
      quads: [
        [0, 1, 2, 3],
        [0, 1, 4, 5],
        [0, 1, 6, 7],
      ],
    });
    const { edges, sides } = topologyOf(buildModel([fin]));
    const e = Array.from({ length: edges.length / 2 }, (_, k) => k).find(
      (k) => edges[2 * k] === 0 && edges[2 * k + 1] === 1,
    )!;
    expect([...sides.subarray(2 * e, 2 * e + 2)]).toEqual([NO_TRIANGLE, NO_TRIANGLE]);
  });
});
