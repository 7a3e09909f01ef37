/** All shapes in WGSL. */
import edged from './edged.wgsl?raw';
import field from './field.wgsl?raw';
import funnel from './funnel.wgsl?raw';
import grid from './grid.wgsl?raw';
import heightfield from './heightfield.wgsl?raw';
import mesh from './mesh.wgsl?raw';
import round from './round.wgsl?raw';
import triangle from './triangle.wgsl?raw';

export const SHAPES_WGSL = [round, edged, funnel, triangle, heightfield, grid, mesh, field].join('\n');
