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
      canvas.dot(x: scale.place(relative.value), y: y, radius: 4, class: "dot \(colour)")
    }
  }

  /// How far the axis goes: over every dot, and over intervals up to three times as far as these.
  private static func reach(_ rows: [Row]) -> (below: Double, above: Double) {
    let dots = rows.compactMap { $0.relative?.value }
    let ends = rows.flatMap { [$0.relative?.low, $0.relative?.high].compactMap(\.self) }
    let farthest = 3 * (dots.map(\.magnitude).max() ?? 0)
    let numbers = dots + ends.map { min(max($0, -farthest), farthest) }
    let below = max(0, -(numbers.min() ?? 0))
    let above = max(0, numbers.max() ?? 0)
    return below + above > 0 ? (below, above) : (0.01, 0.01)
  }
}
