import Statistics

extension DifferenceChart {
  func draw(on canvas: inout Canvas) {
    let rows = drawn.filter { $0.relative != nil }
    let top = 0.0
    let layout = RowLayout(
      rows.map { $0.label ?? $0.name },
      values: rows.map { row in row.relative.map { NumberStyle.share.signed($0.value) } ?? "" },
      lane: 14, on: canvas)
    let reach = Self.reach(rows)
    let axis = Axis("difference, of the base", .share)
    let scale = layout.axis(
      axis.title,
      Frame.ticks(axis, from: -reach.below, to: reach.above, most: canvas.isNarrow ? 5 : 10),
      from: top, on: &canvas)
    canvas.line(
      fromX: scale.place(0), y: top, toX: scale.place(0), y: layout.bottom(from: top) + 2,
      class: "rule")
    for (place, row) in rows.enumerated() {
      let y = layout.draw(place, from: top, on: &canvas) + 7
      guard let relative = row.relative else { continue }
      let colour = row.isSure ? "s1" : "unsure"
      if let low = relative.low, let high = relative.high {
        canvas.line(
          fromX: scale.place(low), y: y, toX: scale.place(high), y: y, class: "interval \(colour)")
      }
      // Arrows where the interval, or the difference itself, continues beyond the axis.
      let ends = [relative.low, relative.high, relative.value].compactMap(\.self)
      if ends.contains(where: { $0 > scale.to }) {
        let tip = layout.right
        canvas.area([(tip - 7, y - 6), (tip, y), (tip - 7, y + 6)], class: "arrow")
      }
      if ends.contains(where: { $0 < scale.from }) {
        let tip = layout.left
        canvas.area([(tip + 7, y - 6), (tip, y), (tip + 7, y + 6)], class: "arrow")
      }
      if (scale.from...scale.to).contains(relative.value) {
        canvas.dot(x: scale.place(relative.value), y: y, radius: 4, class: "dot \(colour)")
      }
    }
  }

  /// The factor between neighbouring differences from which the greater is left beyond the axis.
  ///
  /// Beside it the others would be indistinguishable from zero.
  private static let leap = 10.0

  /// Returns the extent of the axis: over every dot except outliers, and over intervals up to three
  /// times as far as these, or twice as far as intervals usually reach.
  private static func reach(_ rows: [Row]) -> (below: Double, above: Double) {
    let all = rows.compactMap { $0.relative?.value }
    let limit = limit(all.map(\.magnitude).sorted(by: >))
    let dots = all.filter { $0.magnitude <= limit }
    let ends = rows.filter { ($0.relative?.value.magnitude ?? .infinity) <= limit }
      .flatMap { [$0.relative?.low, $0.relative?.high].compactMap(\.self) }
    let usual = ends.isEmpty ? 0 : ends.map(\.magnitude).sorted()[ends.count / 2]
    let farthest = max(3 * (dots.map(\.magnitude).max() ?? 0), 2 * usual)
    let numbers = dots + ends.map { min(max($0, -farthest), farthest) }
    let below = max(0, -(numbers.min() ?? 0))
    let above = max(0, numbers.max() ?? 0)
    guard below + above > 0 else { return (0.01, 0.01) }
    // Space for an arrow on the side that it points to.
    func room(_ isThere: (Double) -> Bool, beside length: Double) -> Double {
      all.contains { $0.magnitude > limit && isThere($0) } ? length / 10 : 0
    }
    return (
      max(below, room({ $0 < 0 }, beside: above)), max(above, room({ $0 > 0 }, beside: below))
    )
  }

  /// Returns the greatest magnitude on the axis, of some in falling order.
  ///
  /// A leap within the greatest third of them ends it.
  private static func limit(_ magnitudes: [Double]) -> Double {
    var limit = Double.infinity
    for (place, next) in magnitudes.dropFirst().prefix(magnitudes.count / 3).enumerated()
    where next > 0 && magnitudes[place] > leap * next {
      limit = next
    }
    return limit
  }
}
