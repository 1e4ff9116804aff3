import RealFunctions
import TestSupport

extension SeededChance {
  /// A number between 0 and 1, neither of them included.
  mutating func uniform() -> Double { (Double(next() >> 12) + 0.5) * 0x1p-52 }

  /// A standard normal deviate.
  mutating func normal() -> Double { Double.normalQuantile(uniform()) }

  mutating func normals(_ count: Int, mean: Double = 0) -> [Double] {
    var numbers: [Double] = []
    for _ in 0..<count { numbers.append(mean + normal()) }
    return numbers
  }
}
