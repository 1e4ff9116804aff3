import Gates
import Statistics

extension BulletChart {
  /// The axis goes to this share of the limit at least, and to this at most.
  private static let reach = (least: 1.25, most: 3.0)

  func draw(on canvas: inout Canvas) {
    let layout = RowLayout(
      rows.map(\.name), values: rows.map { "\($0.measure.text) \($0.verdict.sign)" }, lane: 16,
      on: canvas)
    let ends = rows.compactMap { row in row.share(row.measure.high ?? row.measure.value) }
    let far = min(Self.reach.most, max(Self.reach.least, ends.max() ?? 0))
    let axis = Axis("100% is what is asked", .share)
    let (form, ticks) = Frame.ticks(axis, from: 0, to: far, most: canvas.isNarrow ? 4 : 8)
    let scale = layout.axis(axis.title, (form, ticks), from: 0, on: &canvas)
    let limit = scale.place(1)
    for (place, row) in rows.enumerated() {
      let y = layout.draw(place, from: 0, on: &canvas)
      let kept = row.side == .below ? (layout.left, limit) : (limit, layout.right)
      canvas.box(x: kept.0, y: y, width: kept.1 - kept.0, height: 16, class: "allowed")
      guard let value = row.share(row.measure.value) else { continue }
      canvas.box(
        x: layout.left, y: y + 4, width: scale.place(value) - layout.left, height: 8,
        class: "bar \(row.verdict.rawValue)",
        title:
          "\(row.name): \(row.measure.textWithInterval), limit \(row.measure.style.text(row.limit))"
      )
      if let low = row.share(row.measure.low), let high = row.share(row.measure.high), high > low {
        canvas.line(
          fromX: scale.place(low), y: y + 8, toX: scale.place(high), y: y + 8, class: "whisker")
      }
      // An arrow where it goes on beyond the axis.
      if value > far {
        let tip = layout.right
        canvas.area([(tip - 7, y + 2), (tip, y + 8), (tip - 7, y + 14)], class: "arrow")
      }
    }
    canvas.line(
      fromX: limit, y: 0, toX: limit, y: layout.bottom(from: 0) + 2, class: "limit")
  }
}

extension BulletChart.Row {
  /// A number as a share of the limit.
  fileprivate func share(_ number: Double?) -> Double? {
    number.flatMap { limit > 0 ? $0 / limit : nil }
  }
}
