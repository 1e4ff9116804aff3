/// The k-th smallest of all differences or averages of pairs, without listing the pairs.
struct PairwiseSelection {
  let count: Int
  private let least: Double
  private let greatest: Double
  private let countAtMost: (Double) -> Int

  /// Creates the selection of all differences of a number of `later` less one of `earlier`.
  init(differencesOf later: [Double], from earlier: [Double]) {
    let (later, earlier) = (later.sorted(), earlier.sorted())
    count = later.count * earlier.count
    least = later[0] - earlier[earlier.count - 1]
    greatest = later[later.count - 1] - earlier[0]
    countAtMost = { limit in
      var (sum, firstAllowed) = (0, 0)
      for number in later {
        while firstAllowed < earlier.count, number - earlier[firstAllowed] > limit {
          firstAllowed += 1
        }
        sum += earlier.count - firstAllowed
      }
      return sum
    }
  }

  /// Creates the selection of all averages of two numbers, and the numbers themselves.
  init(averagesOf values: [Double]) {
    let values = values.sorted()
    count = values.count * (values.count + 1) / 2
    least = values[0]
    greatest = values[values.count - 1]
    countAtMost = { limit in
      var (sum, end) = (0, values.count)
      for (index, number) in values.enumerated() {
        while end > index, Self.average(number, values[end - 1]) > limit { end -= 1 }
        if end <= index { break }
        sum += end - index
      }
      return sum
    }
  }

  /// Returns the k-th smallest, counted from 1; O(64 n).
  func smallest(_ k: Int) -> Double {
    // Doubles are ordered as their integers are, so 64 halvings find the exact one.
    var (low, high) = (Self.order(of: least), Self.order(of: greatest))
    while low < high {
      let middle = low + (high &- low).dividedByTwo
      if countAtMost(Self.number(at: middle)) >= k { high = middle } else { low = middle + 1 }
    }
    return Self.number(at: low) + 0.0
  }

  /// The middle one, or the average of the two in the middle.
  var median: Double {
    Self.average(smallest((count + 1) / 2), smallest(count / 2 + 1))
  }

  private static func average(_ a: Double, _ b: Double) -> Double { a * 0.5 + b * 0.5 }

  private static func order(of number: Double) -> Int64 {
    let bits = Int64(bitPattern: number.bitPattern)
    return bits < 0 ? bits ^ .max : bits
  }

  private static func number(at order: Int64) -> Double {
    Double(bitPattern: UInt64(bitPattern: order < 0 ? order ^ .max : order))
  }
}

extension Int64 {
  /// Half of the value as an unsigned width.
  fileprivate var dividedByTwo: Int64 { Int64(UInt64(bitPattern: self) / 2) }
}
