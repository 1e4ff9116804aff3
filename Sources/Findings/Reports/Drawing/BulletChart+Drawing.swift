import GrowthloopFindings
import Statistics

extension BulletChart {
  /// The least and the greatest end of the axis, as proportions of the limit.
  private static let reach = (least: 1.25, most: 3.0)

  func draw(on canvas: inout Canvas) {
    let layout = RowLayout(
      gates.map(\.title), values: gates.map { "\($0.measured.text) \($0.verdict.sign)" }, lane: 16,
      on: canvas)
    let ends = gates.compactMap { $0.share($0.measured.high?.finite ?? $0.measured.value) }
    let far = min(Self.reach.most, max(Self.reach.least, ends.max() ?? 0))
    let axis = Axis("100% is what is asked", .share)
    let (form, ticks) = Frame.ticks(axis, from: 0, to: far, most: canvas.isNarrow ? 4 : 8)
    let scale = layout.axis(axis.title, (form, ticks), from: 0, on: &canvas)
    let limit = scale.place(1)
    for (place, gate) in gates.enumerated() {
      let y = layout.draw(place, from: 0, on: &canvas)
      let kept = gate.limit.side == .below ? (layout.left, limit) : (limit, layout.right)
      canvas.box(x: kept.0, y: y, width: kept.1 - kept.0, height: 16, class: "allowed")
      guard let value = gate.share(gate.measured.value) else { continue }
      canvas.box(
        x: layout.left, y: y + 4, width: scale.place(value) - layout.left, height: 8,
        class: "bar \(gate.verdict.rawValue)",
        title:
          "\(gate.title): \(gate.measured.textWithInterval), limit "
          + gate.measured.style.text(gate.limit.value)
      )
      if let low = gate.share(gate.measured.low), let high = gate.share(gate.measured.high),
        high > low
      {
        canvas.line(
          fromX: scale.place(low), y: y + 8, toX: scale.place(high), y: y + 8, class: "whisker")
      }
      // An arrow for a value beyond the axis.
      if value > far {
        let tip = layout.right
        canvas.area([(tip - 7, y + 2), (tip, y + 8), (tip - 7, y + 14)], class: "arrow")
      }
    }
    canvas.line(
      fromX: limit, y: 0, toX: limit, y: layout.bottom(from: 0) + 2, class: "limit")
  }
}

extension JudgedGate {
  /// Returns a number as a proportion of the limit.
  fileprivate func share(_ number: Double?) -> Double? {
    number.flatMap { limit.value > 0 ? min($0 / limit.value, 1e6) : nil }
  }
}

extension Double {
  /// The number, if it is finite.
  fileprivate var finite: Double? { isFinite ? self : nil }
}
