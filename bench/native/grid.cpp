// What plain C++ reaches on this machine with the red-black step of Selvedge: one thread, float32, delta form.
//   grid MODE COLUMNS ROWS SECONDS [OUTER INNER]
//     sweep  sweeps over blocks of eight particles, two rows a pass
//     wave   the same numbers, ten sweeps in one pass over memory
//     step   whole steps: predict, OUTER x (local, INNER sweeps), finish; rows of x, of y, of z
//     mesh   sweeps that know no grid: four neighbours a particle, sorted by colour
// Prints nanoseconds per particle and sweep (step: per particle and step), the quickest of many batches.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr float h = 0.002f, gravity = -9.82f, clothMass = 1, stiffness = 1e4f, omega = 1.7f, keep = 1 - omega;
constexpr int SWEEPS = 10;

double microseconds() {
  using namespace std::chrono;
  return duration<double, std::micro>(steady_clock::now().time_since_epoch()).count();
}

float* floats(size_t count) {
  size_t bytes = (count * sizeof(float) / 64 + 2) * 64;
  void* memory = std::aligned_alloc(64, bytes);
  std::memset(memory, 0, bytes);
  return static_cast<float*>(memory);
}

struct Cloth {
  int columns, rows;
  int count() const { return columns * rows; }
  float spacing() const { return 1.0f / (columns - 1); }
  bool pinned(int i, int j) const { return j == 0 && (i == 0 || i == columns - 1); }
  /** omega k / a_i, 0 where pinned. */
  float weight(int i, int j) const {
    int springs = (i > 0) + (i < columns - 1) + (j > 0) + (j < rows - 1);
    float inertia = clothMass / count() / (h * h);
    return pinned(i, j) ? 0 : omega * stiffness / (inertia + stiffness * springs);
  }
};

/** A right-hand side that is no special case. */
float anything(int i, int j, int axis) { return 1e-4f * std::sin(0.3f * i + 0.7f * j + axis); }

// ---- blocks [x8 y8 z8] of the particles of one colour in a row; right-hand sides [x8 y8 z8 weight8] ----

using Eight = float __attribute__((vector_size(32)));
using Lanes = int __attribute__((vector_size(32)));

Eight shiftedIn(Eight before, Eight here) { return __builtin_shuffle(before, here, Lanes{7, 8, 9, 10, 11, 12, 13, 14}); }
Eight shiftedOut(Eight here, Eight after) { return __builtin_shuffle(here, after, Lanes{1, 2, 3, 4, 5, 6, 7, 8}); }

class Blocks {
  int blocks, pairs;
  size_t rowOfDelta, rowOfRhs;
  Eight *delta[2], *rhs[2];

 public:
  explicit Blocks(const Cloth& cloth) {
    blocks = ((cloth.columns + 1) / 2 + 7) / 8;
    pairs = (cloth.rows + 1) / 2;
    rowOfDelta = 3 * (blocks + 1);  // one block of zeros after each row, one row of them above and below
    rowOfRhs = 4 * blocks;
    for (int colour = 0; colour < 2; colour++) {
      delta[colour] = reinterpret_cast<Eight*>(floats(8 * ((2 * pairs + 2) * rowOfDelta + 6))) + rowOfDelta + 3;
      rhs[colour] = reinterpret_cast<Eight*>(floats(8 * 2 * pairs * rowOfRhs));
    }
    for (int j = 0; j < cloth.rows; j++)
      for (int i = 0; i < cloth.columns; i++) {
        float* q = reinterpret_cast<float*>(rhs[(i + j) & 1] + j * rowOfRhs + i / 2 / 8 * 4) + i / 2 % 8;
        for (int axis = 0; axis < 3; axis++) q[8 * axis] = cloth.pinned(i, j) ? 0 : anything(i, j, axis);
        q[24] = cloth.weight(i, j);
      }
  }

  /** One colour of two rows. Of the two, one has its second neighbour in the row to the left, the other to the right. */
  void pair(int colour, int p) {
    int left = 2 * p + colour, right = 2 * p + 1 - colour, outside = colour ? 1 : -1;
    Eight* __restrict a = delta[colour] + left * rowOfDelta;
    Eight* __restrict b = delta[colour] + right * rowOfDelta;
    const Eight *qa = rhs[colour] + left * rowOfRhs, *qb = rhs[colour] + right * rowOfRhs;
    const Eight* m = delta[1 - colour] + left * rowOfDelta;
    const Eight* n = delta[1 - colour] + right * rowOfDelta;
    const Eight *beyondA = m + outside * long(rowOfDelta), *beyondB = n - outside * long(rowOfDelta);
    Eight before[3] = {m[-3], m[-2], m[-1]}, here[3] = {n[0], n[1], n[2]};
    for (int k = 0; k < blocks; k++) {
      Eight weightA = qa[3], weightB = qb[3];
#pragma GCC unroll 3
      for (int c = 0; c < 3; c++) {
        Eight mine = m[c], next = n[c + 3], other = here[c];
        Eight sumA = (mine + shiftedIn(before[c], mine)) + (beyondA[c] + other);
        Eight sumB = (other + shiftedOut(other, next)) + (beyondB[c] + mine);
        a[c] = a[c] * keep + qa[c] + weightA * sumA;
        b[c] = b[c] * keep + qb[c] + weightB * sumB;
        before[c] = mine;
        here[c] = next;
      }
      a += 3, b += 3, m += 3, n += 3, beyondA += 3, beyondB += 3, qa += 4, qb += 4;
    }
  }

  __attribute__((noinline)) void sweeps() {
    for (int t = 0; t < SWEEPS; t++)
      for (int colour = 0; colour < 2; colour++)
        for (int p = 0; p < pairs; p++) pair(colour, p);
  }

  /** Half-sweep s follows one pair of rows behind half-sweep s - 1. */
  __attribute__((noinline)) void wave() {
    for (int front = 0; front < pairs + 2 * SWEEPS; front++)
      for (int s = 0; s < 2 * SWEEPS && s <= front; s++)
        if (front - s < pairs) pair(s & 1, front - s);
  }
};

// ---- rows: of each row and colour all x, then all y, then all z; sixteen at a time, and zeros after the last ----

using Sixteen = float __attribute__((vector_size(64), aligned(4)));

const Sixteen& from(const float* place) { return *reinterpret_cast<const Sixteen*>(place); }

class Rows {
  const Cloth cloth;
  int half, padded;
  long stride, row;
  float *y[2], *v[2], *d[2], *r[2], *weight[2], *fall[2];
  float *restSame, *restBeside, *restDown[2], *springs;

  long at(int j) const { return (j + 1) * row + 16; }
  long one(int j) const { return (j + 1) * stride + 16; }

 public:
  explicit Rows(const Cloth& given) : cloth(given) {
    half = (cloth.columns + 1) / 2;
    padded = (half + 15) / 16 * 16;
    stride = (half + 1 + 15) / 16 * 16;
    row = 3 * stride;
    size_t many = (cloth.rows + 2) * row + 64, single = (cloth.rows + 2) * stride + 64;
    for (int c = 0; c < 2; c++) {
      for (float** each : {&y[c], &v[c], &d[c], &r[c]}) *each = floats(many);
      for (float** each : {&weight[c], &fall[c], &restDown[c]}) *each = floats(single);
    }
    restSame = floats(single), restBeside = floats(single), springs = floats(6 * (row + 32));
    float length = cloth.spacing();
    for (int j = 0; j < cloth.rows; j++)
      for (int i = 0; i < cloth.columns; i++) {
        int c = (i + j) & 1, k = i / 2;
        y[c][at(j) + k] = i * length;
        y[c][at(j) + k + 2 * stride] = j * length;
        weight[c][one(j) + k] = cloth.weight(i, j);
        fall[c][one(j) + k] = cloth.pinned(i, j) ? 0 : h * gravity;
        if (j + 1 < cloth.rows) restDown[c][one(j) + k] = length;
        if (c) continue;  // a red particle and the black ones beside it: one has its index, the other the next or last
        int same = j & 1 ? i - 1 : i + 1, beside = j & 1 ? i + 1 : i - 1;
        if (same >= 0 && same < cloth.columns) restSame[one(j) + k] = length;
        if (beside >= 0 && beside < cloth.columns) restBeside[one(j) + k] = length;
      }
  }

  void predict() {
    for (int c = 0; c < 2; c++)
      for (int j = 0; j < cloth.rows; j++) {
        float *__restrict position = y[c] + at(j), *__restrict velocity = v[c] + at(j), *__restrict delta = d[c] + at(j);
        const float* __restrict g = fall[c] + one(j);
        for (int k = 0; k < half; k++) velocity[k + stride] += g[k];
        for (int k = 0; k < row; k++) position[k] += h * velocity[k], delta[k] = 0;
      }
  }

  /** (L/|e| - 1) e of the springs between two rows, plus what the local step of a later iteration adds: see `local`. */
  template <bool first>
  void pulls(const float* __restrict p, const float* __restrict q, const float* __restrict dp,
             const float* __restrict dq, const float* __restrict rest, float* __restrict out) {
    for (int k = 0; k < padded; k++) {
      float x = p[k] - q[k], yy = p[k + stride] - q[k + stride], z = p[k + 2 * stride] - q[k + 2 * stride];
      float ex = x, ey = yy, ez = z;
      if (!first) {
        ex += dp[k] - dq[k];
        ey += dp[k + stride] - dq[k + stride];
        ez += dp[k + 2 * stride] - dq[k + 2 * stride];
      }
      float squared = std::max(ex * ex + ey * ey + ez * ez, 1e-20f);
      float f = rest[k] / std::sqrt(squared), is = rest[k] > 0 ? 1.0f : 0.0f;
      out[k] = f * ex - is * x, out[k + stride] = f * ey - is * yy, out[k + 2 * stride] = f * ez - is * z;
    }
  }

  /** r_i = omega k/a_i sum (d_ij - (y_i - y_j)), every spring computed once. */
  template <bool first>
  void local() {
    float *same = springs + 16, *beside = same + row + 16;
    float *down[2] = {beside + row + 16, beside + 2 * row + 16}, *up[2] = {down[1] + row, down[1] + 2 * row};
    for (int c = 0; c < 2; c++) std::memset(up[c], 0, row * sizeof(float));
    for (int j = 0; j < cloth.rows; j++) {
      const float *red = y[0] + at(j), *black = y[1] + at(j), *dRed = d[0] + at(j), *dBlack = d[1] + at(j);
      int shift = j & 1 ? 1 : -1;
      pulls<first>(red, black, dRed, dBlack, restSame + one(j), same);
      pulls<first>(red, black + shift, dRed, dBlack + shift, restBeside + one(j), beside);
      pulls<first>(red, y[1] + at(j + 1), dRed, d[1] + at(j + 1), restDown[0] + one(j), down[0]);
      pulls<first>(black, y[0] + at(j + 1), dBlack, d[0] + at(j + 1), restDown[1] + one(j), down[1]);
      for (int axis = 0; axis < 3; axis++) {
        long o = axis * stride;
        float *__restrict toRed = r[0] + at(j) + o, *__restrict toBlack = r[1] + at(j) + o;
        const float *__restrict wr = weight[0] + one(j), *__restrict wb = weight[1] + one(j);
        const float *__restrict a = same + o, *__restrict b = beside + o, *__restrict shifted = beside + o - shift;
        const float *__restrict d0 = down[0] + o, *__restrict d1 = down[1] + o;
        const float *__restrict u0 = up[0] + o, *__restrict u1 = up[1] + o;
        for (int k = 0; k < padded; k++) toRed[k] = wr[k] * (a[k] + b[k] + d0[k] - u1[k]);
        for (int k = 0; k < padded; k++) toBlack[k] = wb[k] * (d1[k] - u0[k] - a[k] - shifted[k]);
      }
      for (int c = 0; c < 2; c++) std::swap(up[c], down[c]);
    }
  }

  void sweep() {
    for (int c = 0; c < 2; c++)
      for (int j = 0; j < cloth.rows; j++) {
        float* __restrict delta = d[c] + at(j);
        const float *rhs = r[c] + at(j), *w = weight[c] + one(j), *n = d[1 - c] + at(j);
        const float* beside = n + ((j & 1) ^ c ? 1 : -1);
        for (int k = 0; k < padded; k += 16) {
          Sixteen weights = from(w + k);
#pragma GCC unroll 3
          for (int axis = 0; axis < 3; axis++) {
            long o = axis * stride + k;
            Sixteen sum = (from(n + o) + from(beside + o)) + (from(n + o - row) + from(n + o + row));
            *reinterpret_cast<Sixteen*>(delta + o) = keep * from(delta + o) + from(rhs + o) + weights * sum;
          }
        }
      }
  }

  void finish() {
    for (int c = 0; c < 2; c++)
      for (int j = 0; j < cloth.rows; j++) {
        float *__restrict position = y[c] + at(j), *__restrict velocity = v[c] + at(j);
        const float* __restrict delta = d[c] + at(j);
        for (int k = 0; k < row; k++) position[k] += delta[k], velocity[k] += delta[k] / h;
      }
  }

  // Not into the loop that measures it, where compilers know less of its memory.
  __attribute__((noinline)) void step(int outer, int inner) {
    predict();
    for (int o = 0; o < outer; o++) {
      if (o == 0) local<true>();
      else local<false>();
      for (int t = 0; t < inner; t++) sweep();
    }
    finish();
  }
};

// ---- any mesh: the same graph, red particles first, four neighbours each ----

class Mesh {
  using Four = float __attribute__((vector_size(16)));
  int count;
  Four *delta, *rhs;
  std::vector<int> neighbours;
  std::vector<float> weights;

 public:
  explicit Mesh(const Cloth& cloth) : count(cloth.count()), neighbours(4 * count), weights(4 * count) {
    delta = reinterpret_cast<Four*>(floats(4 * count));
    rhs = reinterpret_cast<Four*>(floats(4 * count));
    std::vector<int> slot(count);
    int next = 0;
    for (int colour = 0; colour < 2; colour++)
      for (int id = 0; id < count; id++)
        if (((id % cloth.columns + id / cloth.columns) & 1) == colour) slot[id] = next++;
    for (int id = 0; id < count; id++) {
      int i = id % cloth.columns, j = id / cloth.columns, s = slot[id], used = 0;
      float w = cloth.weight(i, j);
      auto join = [&](bool exists, int other) {
        neighbours[4 * s + used] = exists ? slot[other] : s;
        weights[4 * s + used++] = exists ? w : 0;
      };
      join(i > 0, id - 1), join(i + 1 < cloth.columns, id + 1);
      join(j > 0, id - cloth.columns), join(j + 1 < cloth.rows, id + cloth.columns);
      for (int axis = 0; axis < 3; axis++) rhs[s][axis] = cloth.pinned(i, j) ? 0 : anything(i, j, axis);
    }
  }

  __attribute__((noinline)) void sweeps() {
    for (int t = 0; t < SWEEPS; t++)
      for (int i = 0; i < count; i++) {
        const int* n = &neighbours[4 * i];
        const float* w = &weights[4 * i];
        Four first = w[0] * delta[n[0]] + w[1] * delta[n[1]], second = w[2] * delta[n[2]] + w[3] * delta[n[3]];
        delta[i] = (keep * delta[i] + rhs[i]) + (first + second);
      }
  }
};

/** Nanoseconds: the quickest of batches of a millisecond, as the bench measures its own side. */
template <class Work>
double quickest(double seconds, Work work) {
  double least = 1e30;
  int times = 1;
  for (double began = microseconds(); microseconds() - began < 1e6 * seconds;) {
    double before = microseconds();
    for (int t = 0; t < times; t++) work();
    double each = (microseconds() - before) / times;
    least = std::min(least, each);
    times = std::max(1, int(1e3 / each));
  }
  return 1e3 * least;
}

}  // namespace

int main(int count, char** words) {
  if (count < 5) return std::fprintf(stderr, "grid MODE COLUMNS ROWS SECONDS [OUTER INNER]\n"), 2;
  std::string mode = words[1];
  Cloth cloth{std::atoi(words[2]), std::atoi(words[3])};
  double seconds = std::atof(words[4]), ns = 0;
  if (mode == "sweep" || mode == "wave") {
    Blocks blocks(cloth);
    bool wave = mode == "wave";
    ns = quickest(seconds, [&] { wave ? blocks.wave() : blocks.sweeps(); }) / SWEEPS;
  } else if (mode == "mesh") {
    Mesh mesh(cloth);
    ns = quickest(seconds, [&] { mesh.sweeps(); }) / SWEEPS;
  } else if (mode == "step") {
    Rows rows(cloth);
    int outer = count > 5 ? std::atoi(words[5]) : 1, inner = count > 6 ? std::atoi(words[6]) : SWEEPS;
    ns = quickest(seconds, [&] { rows.step(outer, inner); });
  } else {
    return std::fprintf(stderr, "there is no mode %s\n", words[1]), 2;
  }
  std::printf("%.6g\n", ns / cloth.count());
}
