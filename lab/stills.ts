/** Pictures of a cloth as SVG: its quads from the front and a little above, the far ones first, shaded by their slope. */
import type { Still } from './experiment.ts';
import { px, svg, text } from './svg.ts';

/** Quads per side that are drawn: more would only make the file longer. */
const MOST_QUADS = 24;
const CELL = { width: 210, height: 230 };
const CAPTION = 26;
/** The camera looks along -z, turned to the side and down, degrees. */
const [TURN, TILT] = [28, 18];

/** Rows of pictures, all to the same scale. */
export function stillsOf(title: string, stills: readonly Still[]): string {
  const rows = [...new Set(stills.map(({ row }) => row))];
  const views = stills.map((still) => ({
    still,
    corners: project(still.positions),
    edge: still.edge ? project(still.edge) : [],
  }));
  const frame = frameOf(views.flatMap(({ corners, edge }) => [...corners, ...edge]));
  const scale = Math.min((CELL.width - 20) / frame.width, (CELL.height - 20) / frame.height);
  const parts = rows.flatMap((row, r) => {
    const top = r * (CELL.height + 2 * CAPTION);
    const cells = views.filter(({ still }) => still.row === row);
    return [
      text(10, top + 18, row, 'class="title"'),
      ...cells.map(({ still, corners, edge }, k) => {
        const at = ([x, y]: Corner): [number, number] => [
          (x - frame.left) * scale + 10,
          (frame.top - y) * scale + 10,
        ];
        return `<g transform="translate(${k * CELL.width} ${top + CAPTION})">${quadsOf(still, corners, at)}${edgeOf(still, edge, at)}
${text(CELL.width / 2, CELL.height + 14, still.caption, 'text-anchor="middle" class="small"')}</g>`;
      }),
    ];
  });
  const columns = Math.max(...rows.map((row) => stills.filter((still) => still.row === row).length));
  return svg(
    Math.max(2, columns) * CELL.width,
    rows.length * (CELL.height + 2 * CAPTION),
    title,
    parts.join('\n'),
  );
}

type Corner = readonly [x: number, y: number, depth: number];

function project(positions: Float32Array): Corner[] {
  const [turn, tilt] = [TURN, TILT].map((degrees) => (degrees * Math.PI) / 180);
  return Array.from({ length: positions.length / 3 }, (_, k) => {
    const [x, y, z] = positions.subarray(3 * k, 3 * k + 3);
    const [across, away] = [x * Math.cos(turn) - z * Math.sin(turn), x * Math.sin(turn) + z * Math.cos(turn)];
    return [
      across,
      y * Math.cos(tilt) - away * Math.sin(tilt),
      y * Math.sin(tilt) + away * Math.cos(tilt),
    ] as const;
  });
}

function frameOf(corners: readonly Corner[]) {
  let [left, right, top, bottom] = [Infinity, -Infinity, -Infinity, Infinity];
  for (const [x, y] of corners) {
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.max(top, y), Math.min(bottom, y)];
  }
  return { left, top, width: right - left, height: top - bottom };
}

function quadsOf({ side, colour }: Still, corners: readonly Corner[], at: (c: Corner) => [number, number]) {
  const count = Math.min(MOST_QUADS, side - 1);
  const line = (k: number) => Math.round((k * (side - 1)) / count);
  const quads: { depth: number; path: string }[] = [];
  for (let row = 0; row < count; row++) {
    for (let column = 0; column < count; column++) {
      const quad = [
        [row, column],
        [row, column + 1],
        [row + 1, column + 1],
        [row + 1, column],
      ].map(([r, c]) => corners[line(r) * side + line(c)]);
      const points = quad.map((corner) => at(corner).map(px).join(' ')).join('L');
      const depth = quad.reduce((sum, corner) => sum + corner[2], 0);
      const fill = shaded(colour, slopeOf(quad));
      quads.push({
        depth,
        path: `<path d="M${points}Z" fill="${fill}" stroke="${fill}" stroke-width=".6"/>`,
      });
    }
  }
  return quads
    .sort((a, b) => a.depth - b.depth)
    .map(({ path }) => path)
    .join('\n');
}

/** Around the cloth, once. */
function edgeOf({ side }: Still, corners: readonly Corner[], at: (c: Corner) => [number, number]): string {
  if (corners.length === 0) return '';
  const last = side - 1;
  const line = Array.from({ length: last }, (_, k) => k);
  const around = [
    ...line,
    ...line.map((k) => k * side + last),
    ...line.map((k) => last * side + last - k),
    ...line.map((k) => (last - k) * side),
  ];
  const points = around.map((k) => at(corners[k]).map(px).join(' ')).join('L');
  return `<path class="edge" d="M${points}z"/>`;
}

/** How much a quad faces the light, which stands behind the viewer's left shoulder: 0 edge on, 1 full. */
function slopeOf([a, b, c, d]: readonly Corner[]): number {
  const [u, v] = [c.map((value, k) => value - a[k]), d.map((value, k) => value - b[k])];
  const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
  const light = [-0.4, 0.5, 0.77];
  const along = normal.reduce((sum, value, k) => sum + value * light[k], 0);
  return Math.abs(along) / (Math.hypot(...normal) || 1);
}

function shaded(colour: string, slope: number): string {
  const channels = [1, 3, 5].map((k) => Number.parseInt(colour.slice(k, k + 2), 16));
  return `rgb(${channels.map((value) => Math.round(value * (0.4 + 0.6 * slope))).join(' ')})`;
}
