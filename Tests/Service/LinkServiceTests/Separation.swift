/// How well two samples can be told apart: the area under the ROC curve, as Mann and Whitney count it.
///
/// It is the chance that one of the first sample is greater than one of the second, with ties as halves.
/// 0.5 tells nothing; an attacker turns what is below it around, so it is never less here.
struct Separation: CustomStringConvertible {
  let area: Double
  /// The ends of the 95% interval.
  let lower: Double
  let upper: Double

  init(_ first: [Int64], _ second: [Int64]) {
    let all = (first.map { ($0, true) } + second.map { ($0, false) }).sorted { $0.0 < $1.0 }
    var rankSum = 0.0
    var start = 0
    while start < all.count {
      let end = all[start...].firstIndex { $0.0 != all[start].0 } ?? all.count
      let rank = Double(start + 1 + end) / 2
      rankSum += rank * Double(all[start..<end].count { $0.1 })
      start = end
    }
    let (n, m) = (Double(first.count), Double(second.count))
    let directed = (rankSum - n * (n + 1) / 2) / (n * m)
    area = max(directed, 1 - directed)
    // Hanley and McNeil, The Meaning and Use of the Area under a ROC Curve, Radiology 143 (1982).
    let q1 = area / (2 - area)
    let q2 = 2 * area * area / (1 + area)
    let variance =
      (area * (1 - area) + (n - 1) * (q1 - area * area) + (m - 1) * (q2 - area * area)) / (n * m)
    let error = 1.96 * max(0, variance).squareRoot()
    (lower, upper) = (max(0.5, area - error), min(1, area + error))
  }

  var description: String { "AUC \(Self.text(area)) (\(Self.text(lower)) to \(Self.text(upper)))" }

  private static func text(_ share: Double) -> String {
    let thousandths = Int((share * 1_000).rounded())
    return "\(thousandths / 1_000).\(String(thousandths % 1_000 + 1_000).dropFirst())"
  }
}
