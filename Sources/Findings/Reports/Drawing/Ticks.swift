public import Statistics

/// Round numbers along an axis.
enum Ticks {
  /// Returns the multiples of 1, 2 or 5 times a power of ten that cover a range by at most `most`
  /// steps.
  ///
  /// The first and last enclose it.
  static func round(from low: Double, to high: Double, most: Int) -> (step: Double, ticks: [Double])
  {
    guard low.isFinite, high.isFinite, high > low else {
      return round(from: low - 0.5, to: low + 0.5, most: most)
    }
    var step = Step(atMost: (high - low) / Double(max(1, most)))
    // An end that rounding moved past a multiple, as a sum of parts does, takes no further step.
    func ends() -> (first: Double, last: Double) {
      (
        (low / step.value + 1e-9).rounded(.down), (high / step.value - 1e-9).rounded(.up)
      )
    }
    while ends().last - ends().first > Double(most) { step = step.next }
    let (first, last) = (Int(ends().first), Int(ends().last))
    return (step.value, (first...max(first, last)).map(step.multiple))
  }

  /// Returns the powers of ten from one at or below `low` to one at or above `high`, at least two.
  static func powers(from low: Double, to high: Double) -> [Double] {
    var step = Step(atMost: low)
    step.digit = 1
    var powers = [step.value]
    while let last = powers.last, last < high || powers.count < 2 {
      step.exponent += 1
      powers.append(step.value)
    }
    return powers
  }

  /// Returns the percentiles with 0, 1, 2 and more nines up to one at or above `highest`.
  static func nines(to highest: Double) -> [Double] {
    let all: [Double] = [0, 90, 99, 99.9, 99.99, 99.999, 99.9999, 99.99999]
    let last = all.firstIndex { $0 >= highest } ?? all.count - 1
    return Array(all[...max(1, last)])
  }

  /// 1, 2 or 5 times a power of ten.
  private struct Step {
    var digit = 1
    var exponent = 0

    /// Creates the largest that does not exceed `number`.
    init(atMost number: Double) {
      while value <= number { exponent += 1 }
      while value > number, exponent > -300 { exponent -= 1 }
      while next.value <= number { self = next }
    }

    var next: Step {
      var step = self
      step.digit = digit == 1 ? 2 : digit == 2 ? 5 : 1
      if step.digit == 1 { step.exponent += 1 }
      return step
    }

    var value: Double { multiple(1) }

    /// Returns so many steps, without the error of adding them up.
    func multiple(_ count: Int) -> Double {
      let power = (0..<exponent.magnitude).reduce(1.0) { power, _ in power * 10 }
      let whole = Double(digit * count)
      return exponent < 0 ? whole / power : whole * power
    }
  }
}

extension NumberStyle {
  /// Returns a number beside an axis with distances of `step`; the axis contains the unit.
  public func tick(_ value: Double, step: Double) -> String {
    let scale = self == .share ? 100.0 : 1
    var decimals = 0
    var unit = step * scale
    while unit < 0.999_999, unit > 0, decimals < 8 {
      unit *= 10
      decimals += 1
    }
    return NumberText.decimal(value * scale, decimals) + (self == .share ? "%" : "")
  }
}
