import RandomStreams

/// Draws from a density within the cube from −1 to 1, by walkers that stretch the line to another.
///
/// It needs no tuning, and follows a narrow ridge as easily as a ball. Source: Goodman and Weare
/// (2010).
struct EnsembleSampler {
  /// An even number of positions.
  private(set) var walkers: [[Double]]
  private var densities: [Double]
  private let density: ([Double]) -> Double
  private var draw: Draw

  init(_ walkers: [[Double]], draw: Draw, density: @escaping ([Double]) -> Double) {
    precondition(walkers.count >= 4 && walkers.count % 2 == 0, "\(walkers.count) walkers")
    self.walkers = walkers
    self.draw = draw
    self.density = density
    densities = walkers.map(density)
  }

  /// Moves every walker once, half of them at a time.
  mutating func step() {
    let half = walkers.count / 2
    for walker in walkers.indices {
      let first = walker < half ? half : 0
      let other = walkers[first + Int(draw.uniform() * Double(half))]
      // The density of the factor is 1/√z from 1/2 to 2.
      let root = 1 / 2.0.squareRoot() + draw.uniform() * (2.0.squareRoot() - 1 / 2.0.squareRoot())
      let factor = root * root
      let old = walkers[walker]
      var new = old
      var isInside = true
      for axis in new.indices {
        new[axis] = other[axis] + factor * (old[axis] - other[axis])
        if new[axis].magnitude > 1 { isInside = false }
      }
      let chance = draw.uniform()
      guard isInside else { continue }
      let value = density(new)
      let gain = Double(new.count - 1) * Double.log(factor) + value - densities[walker]
      guard gain >= 0 || chance < Double.exp(gain) else { continue }
      walkers[walker] = new
      densities[walker] = value
    }
  }

  /// Moves on for so many steps, and returns every position at the end of each `stride` of them.
  mutating func run(steps: Int, every stride: Int) -> [[Double]] {
    var positions: [[Double]] = []
    for number in 1...max(1, steps) {
      step()
      if number % stride == 0 { positions += walkers }
    }
    return positions
  }
}

/// Points that fill a cube: each axis is cut into as many slices as there are points, and each slice
/// holds one.
///
/// Source: McKay, Beckman and Conover (1979).
enum SpreadPoints {
  /// Returns points with coordinates from 0 to 1.
  static func points(_ count: Int, dimensions: Int, stream: RandomStream) -> [[Double]] {
    var points = [[Double]](repeating: [], count: count)
    for axis in 0..<dimensions {
      var draw = stream[UInt64(axis)]
      var slices = Array(0..<count)
      slices.shuffle(by: &draw)
      for (place, slice) in slices.enumerated() {
        points[place].append((Double(slice) + draw.uniform()) / Double(count))
      }
    }
    return points
  }
}
