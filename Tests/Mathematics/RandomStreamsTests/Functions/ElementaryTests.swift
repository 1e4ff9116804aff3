import Foundation
import RandomStreams
import TestSupport
import Testing

/// The C library's functions, which are within one unit of the truth, are the yardstick.
@Suite("Real functions · logarithm and exponential are as good as the C library's")
struct ElementaryTests {
  private typealias Function = (Double) -> Double

  /// How many numbers lie between the two, where both are finite; 0 if they are the same otherwise.
  private func distance(_ value: Double, _ other: Double) -> UInt64 {
    if value.isNaN, other.isNaN { return 0 }
    guard value.isFinite, other.isFinite, value.sign == other.sign || value == other else {
      return value == other ? 0 : .max
    }
    if value == other { return 0 }
    let (one, two) = (value.bitPattern, other.bitPattern)
    return one > two ? one - two : two - one
  }

  /// The greatest distance of two functions over arguments that `argument` makes of random bits.
  private func worst(
    _ ours: Function, _ theirs: Function, _ argument: (UInt64) -> Double
  ) -> UInt64 {
    var chance = SeededChance(seed: 7)
    var worst: UInt64 = 0
    for _ in 0..<20_000 {
      let x = argument(chance.next())
      worst = max(worst, distance(ours(x), theirs(x)))
    }
    return worst
  }

  private func anything(_ bits: UInt64) -> Double { Double(bitPattern: bits) }

  /// Below the smallest normal number.
  private func subnormal(_ bits: UInt64) -> Double { Double(bitPattern: bits >> 12) }

  /// A function that turns random bits into numbers between two ends.
  private func between(_ low: Double, _ high: Double) -> (UInt64) -> Double {
    { low + (high - low) * Double($0 >> 11) * 0x1p-53 }
  }

  /// A function that turns random bits into numbers of either sign down to e^−40.
  private func small(_ bits: UInt64) -> Double {
    let size = Foundation.exp(-40 * Double(bits >> 11) * 0x1p-53)
    return bits & 1 == 0 ? size : -size
  }

  @Test func `the logarithm differs by at most one unit in the last place`() {
    let (ours, theirs): (Function, Function) = ({ .log($0) }, { Foundation.log($0) })
    #expect(worst(ours, theirs, anything) <= 1)
    #expect(worst(ours, theirs, subnormal) <= 1)
    #expect(worst(ours, theirs, between(0, 1)) <= 1)
    #expect(worst(ours, theirs, between(0.999, 1.001)) <= 1)
    #expect(worst(ours, theirs, between(0.7, 1.42)) <= 1)
  }

  @Test func `the logarithm of one plus a number differs by at most one unit`() {
    let (ours, theirs): (Function, Function) = ({ .log(onePlus: $0) }, { Foundation.log1p($0) })
    #expect(worst(ours, theirs, anything) <= 1)
    #expect(worst(ours, theirs, subnormal) <= 1)
    #expect(worst(ours, theirs, between(-1, 0)) <= 1)
    #expect(worst(ours, theirs, between(0, 3)) <= 1)
    #expect(worst(ours, theirs, small) <= 1)
  }

  @Test func `the exponential differs by at most one unit in the last place`() {
    let (ours, theirs): (Function, Function) = ({ .exp($0) }, { Foundation.exp($0) })
    #expect(worst(ours, theirs, anything) <= 1)
    #expect(worst(ours, theirs, between(-1, 1)) <= 1)
    #expect(worst(ours, theirs, between(-745, 710)) <= 1)
    #expect(worst(ours, theirs, between(-750, -707)) <= 1)
    #expect(worst(ours, theirs, between(707, 711)) <= 1)
    #expect(worst(ours, theirs, small) <= 1)
  }

  @Test func `the exponential less one differs by at most two units`() {
    let (ours, theirs): (Function, Function) = ({ .expMinusOne($0) }, { Foundation.expm1($0) })
    #expect(worst(ours, theirs, anything) <= 2)
    #expect(worst(ours, theirs, subnormal) <= 2)
    #expect(worst(ours, theirs, between(-1, 1)) <= 2)
    #expect(worst(ours, theirs, between(-50, 50)) <= 2)
    #expect(worst(ours, theirs, between(700, 711)) <= 2)
    #expect(worst(ours, theirs, small) <= 2)
  }

  @Test func `the edges are those of the C library`() {
    let edges: [Double] = [
      0, -0.0, 1, -1, 2, -2, .infinity, -.infinity, .nan, .leastNonzeroMagnitude,
      -.leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude,
      -.greatestFiniteMagnitude, 709.782_712_893_383_9, 709.782_712_893_384, 709.782_712_893_384_1,
      -745.133_219_101_941_1, -745.133_219_101_941_2, -708.396_418_532_264_1, 708, -708, 40, -40,
      Double(-1).nextUp, Double(-1).nextDown, Double(1).nextDown, Double(1).nextUp, 0x1p-54, 1e22,
    ]
    for edge in edges {
      #expect(distance(.log(edge), Foundation.log(edge)) <= 1, "log \(edge)")
      #expect(distance(.log(onePlus: edge), Foundation.log1p(edge)) <= 1, "log1p \(edge)")
      #expect(distance(.exp(edge), Foundation.exp(edge)) <= 1, "exp \(edge)")
      #expect(distance(.expMinusOne(edge), Foundation.expm1(edge)) <= 2, "expm1 \(edge)")
    }
    #expect(Double.log(1) == 0)
    #expect(Double.exp(0) == 1)
    #expect(Double.log(onePlus: -0.0).sign == .minus)
    #expect(Double.expMinusOne(-0.0).sign == .minus)
  }

  /// The sums are those of the same operations in Python.
  @Test func `these bits are the same on every machine`() {
    var chance = SeededChance(seed: 11)
    var (logarithms, powers): (UInt64, UInt64) = (0, 0)
    for _ in 0..<10_000 {
      let x = Double(chance.next() >> 11) * 0x1p-40
      logarithms = logarithms &* 31 &+ Double.log(x).bitPattern
      powers = powers &* 31 &+ Double.exp(x * 0x1p-4 - 250).bitPattern
    }
    #expect(logarithms == 9_958_828_214_521_835_494)
    #expect(powers == 14_781_795_922_227_678_283)
  }
}
