/** All shapes in WGSL, and the function that chooses among them by the shape's number. */
import { SHAPE_NAMES, SHAPES } from './index.ts';

const texts = [...new Set(Object.values(SHAPES).flatMap(({ wgsl }) => wgsl))].join('\n');

/** `nameField(p, dimensions)`, or with where its data begin and how far matters: `nameField(p, dimensions, own, reach)`. */
function callOf(name: string): string {
  const [, parameters] = new RegExp(`fn ${name}Field\\(([^)]*)\\)`).exec(texts) ?? [];
  if (parameters === undefined) throw new Error(`the shape "${name}" has no function ${name}Field in WGSL`);
  return `${name}Field(p, dimensions${parameters.split(',').length > 2 ? ', own, reach' : ''})`;
}

/** The last shape is the default: a switch has one, and numbers of no shape do not come here. */
const cases = SHAPE_NAMES.map((name, k) => {
  const label = k + 1 < SHAPE_NAMES.length ? `case ${k + 1}u` : 'default';
  return `    ${label}: { return ${callOf(name)}; }`;
});

/** At a point of the frame of the collider whose record begins at this number of the buffer `colliders`. */
export const SHAPES_WGSL = `${texts}
fn fieldAt(collider: u32, p: vec3f, reach: f32) -> vec4f {
  let dimensions = colliders[collider + 1u];
  let own = u32(colliders[collider].z);
  switch (u32(colliders[collider].x)) {
${cases.join('\n')}
  }
}
`;
