import SimulationKernel

/// A kind of time to which durations can be added, so that one model runs on real and on whole time.
protocol Moment: SimulationTime {
  static var origin: Self { get }

  func later(by duration: Double) -> Self

  func since(_ earlier: Self) -> Double
}

extension Double: Moment {
  static var origin: Double { 0 }

  func later(by duration: Double) -> Double { self + duration }

  func since(_ earlier: Double) -> Double { self - earlier }
}

/// Ticks of 2^−20 of the unit, whose sums are exact as real numbers too.
extension Int64: Moment {
  static var origin: Int64 { 0 }

  func later(by duration: Double) -> Int64 { self + Int64((duration * 0x1p20).rounded()) }

  func since(_ earlier: Int64) -> Double { Double(self - earlier) * 0x1p-20 }
}
