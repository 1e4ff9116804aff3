import Statistics

extension DifferenceChart {
  func draw(on canvas: inout Canvas) {
    let rows = drawn.filter { $0.relative != nil }
    let top = 0.0
    let layout = RowLayout(
      rows.map(\.name),
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
      // An arrow where it lies beyond the axis.
      if relative.value > scale.to {
        let tip = layout.right
        canvas.area([(tip - 7, y - 6), (tip, y), (tip - 7, y + 6)], class: "arrow")
      } else if relative.value < scale.from {
        let tip = layout.left
        canvas.area([(tip + 7, y - 6), (tip, y), (tip + 7, y + 6)], class: "arrow")
      } else {
        canvas.dot(x: scale.place(relative.value), y: y, radius: 4, class: "dot \(colour)")
      }
    }
  }

  /// A difference so many times as great as the next smaller one is left beyond the axis, for beside it
  /// the others could not be told from nothing.
  private static let leap = 10.0

  /// How far the axis goes: over every dot but lone great ones, and over intervals up to three times as
  /// far as these.
  private static func reach(_ rows: [Row]) -> (below: Double, above: Double) {
    let all = rows.compactMap { $0.relative?.value }
    let limit = limit(all.map(\.magnitude).sorted(by: >))
    let dots = all.filter { $0.magnitude <= limit }
    let ends = rows.filter { ($0.relative?.value.magnitude ?? .infinity) <= limit }
      .flatMap { [$0.relative?.low, $0.relative?.high].compactMap(\.self) }
    let farthest = 3 * (dots.map(\.magnitude).max() ?? 0)
    let numbers = dots + ends.map { min(max($0, -farthest), farthest) }
    let below = max(0, -(numbers.min() ?? 0))
    let above = max(0, numbers.max() ?? 0)
    guard below + above > 0 else { return (0.01, 0.01) }
    // Room for an arrow on the side that it points to.
    func room(_ isThere: (Double) -> Bool, beside length: Double) -> Double {
      all.contains { $0.magnitude > limit && isThere($0) } ? length / 10 : 0
    }
    return (
      max(below, room({ $0 < 0 }, beside: above)), max(above, room({ $0 > 0 }, beside: below))
    )
  }

  /// The greatest magnitude that the axis holds, of some in falling order: a leap within the greatest third
  /// of them ends it.
  private static func limit(_ magnitudes: [Double]) -> Double {
    var limit = Double.infinity
    for (place, next) in magnitudes.dropFirst().prefix(magnitudes.count / 3).enumerated()
    where next > 0 && magnitudes[place] > leap * next {
      limit = next
    }
    return limit
  }
}
