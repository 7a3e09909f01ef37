// The field of a shape, chosen by its number: [nx ny nz distance]. See index.ts.
import { boxField, coneField, cylinderField, wedgeField } from './edged.as';
import { funnelField } from './funnel.as';
import { gridField } from './grid.as';
import { heightfieldField } from './heightfield.as';
import { meshField } from './mesh.as';
import { awayFrom, capsuleField, torusField } from './round.as';

/** At a point of the frame of the collider at this address; `data` is the address of all shapes' data. */
export function fieldAt(collider: usize, data: usize, p: v128, reach: f32): v128 {
  const dimensions = v128.load(collider, 16);
  const own = data + ((<usize>load<f32>(collider, 8)) << 4);
  switch (<u32>load<f32>(collider)) {
    case 1:
      return f32x4(0, 1, 0, f32x4.extract_lane(p, 1));
    case 2:
      return awayFrom(p, f32x4.extract_lane(dimensions, 0));
    case 3:
      return boxField(p, dimensions);
    case 4:
      return capsuleField(p, dimensions);
    case 5:
      return cylinderField(p, dimensions);
    case 6:
      return coneField(p, dimensions);
    case 7:
      return wedgeField(p, dimensions);
    case 8:
      return torusField(p, dimensions);
    case 9:
      return funnelField(p, dimensions, own, reach);
    case 10:
      return heightfieldField(p, dimensions, own, reach);
    case 11:
      return gridField(p, dimensions, own, reach);
    default:
      return meshField(p, dimensions, own, reach);
  }
}
