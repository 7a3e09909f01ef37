// The global step of [LBOK13] with Eigen: springs along edges, one diagonal a quad, and over two edges; three right-hand sides.
//   cholesky solve|factor|first SIDE SECONDS
// Prints milliseconds, the quickest of many: of a solve; of analysing and factorising again, in memory that it has; or for the first time, in
// memory that the system has to hand out. Float64, approximate minimum degree.
#include <Eigen/Sparse>
#include <Eigen/SparseCholesky>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>
#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace {

using Matrix = Eigen::SparseMatrix<double>;
constexpr double stiffness = 1000, h = 1.0 / 30, mass = 1;

double milliseconds() {
  using namespace std::chrono;
  return duration<double, std::milli>(steady_clock::now().time_since_epoch()).count();
}

Matrix systemOf(int side) {
  int count = side * side;
  std::vector<Eigen::Triplet<double>> entries;
  std::vector<double> diagonal(count, mass / count / (h * h));
  diagonal[0] += 1e4, diagonal[side - 1] += 1e4;  // held corners
  auto spring = [&](int a, int b) {
    diagonal[a] += stiffness, diagonal[b] += stiffness;
    entries.emplace_back(a, b, -stiffness), entries.emplace_back(b, a, -stiffness);
  };
  for (int row = 0; row < side; row++)
    for (int column = 0; column < side; column++) {
      int id = row * side + column;
      bool right = column + 1 < side, down = row + 1 < side;
      if (right) spring(id, id + 1);
      if (down) spring(id, id + side);
      if (right && down) spring(id, id + side + 1);
      if (column + 2 < side) spring(id, id + 2);
      if (row + 2 < side) spring(id, id + 2 * side);
    }
  for (int id = 0; id < count; id++) entries.emplace_back(id, id, diagonal[id]);
  Matrix system(count, count);
  system.setFromTriplets(entries.begin(), entries.end());
  return system;
}

/** Milliseconds: the quickest of many batches of a millisecond or of one. */
template <class Work>
double quickest(double seconds, Work work) {
  work();
  double least = 1e30;
  int times = 1;
  for (double began = milliseconds(); milliseconds() - began < 1e3 * seconds;) {
    double before = milliseconds();
    for (int t = 0; t < times; t++) work();
    double each = (milliseconds() - before) / times;
    least = std::min(least, each);
    times = std::max(1, int(1 / each));
  }
  return least;
}

}  // namespace

int main(int count, char** words) {
  if (count < 4) return std::fprintf(stderr, "cholesky solve|factor|first SIDE SECONDS\n"), 2;
  std::string mode = words[1];
  int side = std::stoi(words[2]);
  double seconds = std::stod(words[3]);
  Matrix system = systemOf(side);
  if (mode == "first") {
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 1 << 17);  // its first value, held: what is freed goes back to the system
#endif
    std::printf("%.6g\n", quickest(seconds, [&] { Eigen::SimplicialLLT<Matrix> factor(system); }));
    return 0;
  }
  Eigen::SimplicialLLT<Matrix> factor(system);
  if (mode == "factor") {
    std::printf("%.6g\n", quickest(seconds, [&] { factor.analyzePattern(system), factor.factorize(system); }));
    return 0;
  }
  Eigen::Matrix<double, Eigen::Dynamic, 3> rhs(side * side, 3), solution(side * side, 3);
  for (int id = 0; id < side * side; id++)
    for (int axis = 0; axis < 3; axis++) rhs(id, axis) = std::cos(0.4 * id + axis);
  std::printf("%.6g\n", quickest(seconds, [&] { solution = factor.solve(rhs); }));
}
