/// The ranks of numbers from 1 on, equal numbers sharing the mean of theirs.
struct MidRanks {
  /// The rank of each number, in the order of the input.
  let ranks: [Double]
  /// The sum over groups of equal numbers of t³ − t.
  ///
  /// Ties reduce the variance of rank sums by it.
  let tieTerm: Double

  var hasTies: Bool { tieTerm > 0 }

  init(_ values: [Double]) {
    let order = values.indices.sorted { values[$0] < values[$1] }
    var ranks = [Double](repeating: 0, count: values.count)
    var tieTerm = 0.0
    var start = 0
    while start < order.count {
      var end = start + 1
      while end < order.count, values[order[end]] == values[order[start]] { end += 1 }
      for position in start..<end { ranks[order[position]] = Double(start + 1 + end) / 2 }
      let size = Double(end - start)
      tieTerm += size * size * size - size
      start = end
    }
    self.ranks = ranks
    self.tieTerm = tieTerm
  }
}
