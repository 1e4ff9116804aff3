import RandomStreams

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
