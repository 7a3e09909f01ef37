// [PNF18] Eq. (3) and (6), [NP17] Alg. 7: several sweeps over a tile in workgroup memory
const ROOM = 1280u;
const RECORD = 3u;
const NEAR = 4u;
var<workgroup> px: array<f32, ROOM>;
var<workgroup> py: array<f32, ROOM>;
var<workgroup> pz: array<f32, ROOM>;

fn valueOf(k: u32) -> vec3f { return vec3f(px[k], py[k], pz[k]); }

// What sweeps need of a particle, in registers: all but entries behind the first four.
struct Held { record: u32, right: vec3f, weight: vec4f, pair: vec2u }

fn hold(first: u32, k: u32, count: u32) -> Held {
  var held: Held;
  if (k < count) {
    let at = RECORD * (first + k);
    let record = records[at];
    let value = source[record.x];
    px[k] = value.x;
    py[k] = value.y;
    pz[k] = value.z;
    held.record = at;
    held.right = rhs[record.x].xyz;
    held.weight = vec4f(weights[record.y], weights[record.y + 1u], weights[record.y + 2u], weights[record.y + 3u]);
    held.pair = records[at + 1u];
  }
  return held;
}

// One of the particles [start, stop), which have one colour.
fn relaxHeld(k: u32, start: u32, stop: u32, held: Held) {
  if (k < start || k >= stop) { return; }
  var sum = params.keep * valueOf(k) + held.right;
  sum += held.weight.x * valueOf(held.pair.x & 0xffffu);
  sum += held.weight.y * valueOf(held.pair.x >> 16u);
  sum += held.weight.z * valueOf(held.pair.y & 0xffffu);
  sum += held.weight.w * valueOf(held.pair.y >> 16u);
  if (params.longest > NEAR) { sum += furtherOf(held.record); }
  px[k] = sum.x;
  py[k] = sum.y;
  pz[k] = sum.z;
}

// The entries behind the first four.
fn furtherOf(record: u32) -> vec3f {
  let entry = records[record].y;
  let rest = records[record + 2u];
  var sum = vec3f(0.0);
  for (var e = NEAR; e < rest.x; e += 2u) {
    let pair = table[rest.y + (e - NEAR) / 2u];
    sum += weights[entry + e] * valueOf(pair & 0xffffu);
    sum += weights[entry + e + 1u] * valueOf(pair >> 16u);
  }
  return sum;
}

fn sweepTiles(tile: u32, lane: u32) {
  let head = params.stride * tile;
  let starts = head + 1u;
  let counts = starts + params.colours + 1u;
  let halves = counts + params.colours;
  let first = table[head];
  let count = table[starts + params.colours];
  // ROOM / LANES particles a lane. An array of them would not stay in registers.
  let a = hold(first, lane, count);
  let b = hold(first, lane + LANES, count);
  let c = hold(first, lane + 2u * LANES, count);
  let d = hold(first, lane + 3u * LANES, count);
  let e = hold(first, lane + 4u * LANES, count);
  workgroupBarrier();
  for (var half = params.begin; half < params.halves; half++) {
    let relaxed = table[halves + half];
    let start = table[starts + (relaxed >> 16u)];
    let stop = start + (relaxed & 0xffffu);
    relaxHeld(lane, start, stop, a);
    relaxHeld(lane + LANES, start, stop, b);
    relaxHeld(lane + 2u * LANES, start, stop, c);
    relaxHeld(lane + 3u * LANES, start, stop, d);
    relaxHeld(lane + 4u * LANES, start, stop, e);
    workgroupBarrier();
  }
  for (var colour = 0u; colour < params.colours; colour++) {
    let start = table[starts + colour];
    let stop = start + table[counts + colour];
    for (var k = start + lane; k < stop; k += LANES) {
      delta[records[RECORD * (first + k)].x] = vec4f(valueOf(k), 0.0);
    }
  }
}
