import Statistics

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
