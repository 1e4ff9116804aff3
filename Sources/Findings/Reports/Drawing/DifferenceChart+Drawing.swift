import GrowthloopFindings
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
    let axis = Axis(self.axis, .share)
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

extension BarChart {
  func draw(on canvas: inout Canvas) {
    let top = canvas.legend(series, isLine: false, colour: colour(of:))
    let ends = groups.map { group in
      let highs = group.bars.map { max($0.value ?? 0, $0.high ?? 0) }
      return isStacked ? group.bars.reduce(0) { $0 + ($1.value ?? 0) } : highs.max() ?? 0
    }
    let thickness = isStacked || series.count == 1 ? 16.0 : 9.0
    let lane = isStacked ? thickness : thickness * Double(series.count)
    let layout = RowLayout(groups.map(\.label), values: groups.map(words), lane: lane, on: canvas)
    let most = max(ends.max() ?? 1, 1e-9)
    let least = values.filter { $0 > 0 }.min() ?? most
    let scale = layout.axis(
      axis.title,
      isLogarithmic
        ? Frame.powers(axis, from: least, to: most)
        : Frame.ticks(axis, from: 0, to: most, most: canvas.isNarrow ? 4 : 8),
      from: top, on: &canvas)
    for (row, group) in groups.enumerated() {
      let y = layout.draw(row, from: top, on: &canvas)
      isStacked
        ? drawStack(group, at: y, thickness, scale, on: &canvas)
        : drawBars(group, at: y, thickness, scale, on: &canvas)
    }
    canvas.line(
      fromX: scale.start, y: top, toX: scale.start, y: layout.bottom(from: top) + 2,
      class: "rule")
  }

  /// Returns the text beside a group: its one value, or none where the legend is enough.
  private func words(_ group: Group) -> String {
    series.count == 1 ? group.bars[0].textWithInterval : ""
  }

  private func drawBars(
    _ group: Group, at top: Double, _ thickness: Double, _ scale: Scale, on canvas: inout Canvas
  ) {
    for (place, bar) in group.bars.enumerated() {
      guard let value = bar.value else { continue }
      let y = top + Double(place) * thickness
      canvas.box(
        x: scale.start, y: y, width: scale.place(value) - scale.start,
        height: thickness - 1, class: "bar \(colour(of: place))",
        title: "\(group.label), \(series[place]): \(bar.textWithInterval)")
      if let low = bar.low, let high = bar.high, high > low {
        let middle = y + (thickness - 1) / 2
        canvas.line(
          fromX: scale.place(low), y: middle, toX: scale.place(high), y: middle, class: "whisker")
      }
    }
  }

  private func drawStack(
    _ group: Group, at y: Double, _ thickness: Double, _ scale: Scale, on canvas: inout Canvas
  ) {
    var sum = 0.0
    for (place, bar) in group.bars.enumerated() {
      guard let value = bar.value, value > 0 else { continue }
      canvas.box(
        x: scale.place(sum), y: y, width: scale.place(sum + value) - scale.place(sum),
        height: thickness, class: "bar \(colour(of: place))",
        title: "\(group.label), \(series[place]): \(bar.textWithInterval)")
      sum += value
    }
  }
}

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
