import { dot, withW, xyz } from '../../vector.as';

/** The impulse of a contact after one more round: friction, and along the normal in w. `plane`: n, s. */
export function answered(plane: v128, u: v128, yielding: f32, impulse: v128, coefficients: usize): v128 {
  const along = dot(plane, u);
  const n = xyz(plane);
  const rate = <f32>1 / yielding;
  const pressed = max<f32>(0, f32x4.extract_lane(impulse, 3) + (f32x4.extract_lane(plane, 3) - along) * rate);
  if (pressed == 0) return f32x4.splat(0);
  const slip = f32x4.sub(u, f32x4.mul(f32x4.splat(along), n));
  const held = xyz(f32x4.sub(impulse, f32x4.mul(f32x4.splat(rate), slip)));
  const size = sqrt<f32>(dot(held, held));
  const kept =
    size <= load<f32>(coefficients) * pressed ? <f32>1 : (load<f32>(coefficients, 4) * pressed) / size;
  return withW(f32x4.mul(f32x4.splat(kept), held), pressed);
}
