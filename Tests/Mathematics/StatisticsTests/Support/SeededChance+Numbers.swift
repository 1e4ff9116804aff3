import RandomStreams
import TestSupport

extension SeededChance {
  /// A standard normal deviate.
  mutating func normal() -> Double { Double.normalQuantile(openUniform()) }

  mutating func normals(_ count: Int, mean: Double = 0) -> [Double] {
    var numbers: [Double] = []
    for _ in 0..<count { numbers.append(mean + normal()) }
    return numbers
  }
}
