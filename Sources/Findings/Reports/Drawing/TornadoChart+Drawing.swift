import GrowthloopFindings
import Statistics

extension TornadoChart {
  func draw(on canvas: inout Canvas) {
    let layout = RowLayout(
      bars.map(\.setting), values: bars.map { axis.style.text($0.highest - $0.lowest) }, lane: 18,
      on: canvas)
    let low = min(0, bars.map(\.lowest).min() ?? 0)
    let high = max(0, bars.map(\.highest).max() ?? 0)
    let scale = layout.axis(
      axis.title, Frame.ticks(axis, from: low, to: high, most: canvas.isNarrow ? 4 : 8), from: 0,
      on: &canvas)
    for (row, bar) in bars.enumerated() {
      let y = layout.draw(row, from: 0, on: &canvas)
      canvas.box(
        x: scale.place(bar.lowest), y: y,
        width: scale.place(min(0, bar.highest)) - scale.place(bar.lowest),
        height: 18, class: "bar s2",
        title: "\(bar.setting) = \(bar.lowestValue): \(axis.style.signed(bar.lowest))")
      canvas.box(
        x: scale.place(max(0, bar.lowest)), y: y,
        width: scale.place(bar.highest) - scale.place(max(0, bar.lowest)), height: 18,
        class: "bar s1",
        title: "\(bar.setting) = \(bar.highestValue): \(axis.style.signed(bar.highest))")
      name(bar, at: y + 13, scale, layout, on: &canvas)
    }
    canvas.line(
      fromX: scale.place(0), y: 0, toX: scale.place(0), y: layout.bottom(from: 0) + 2, class: "rule"
    )
  }

  /// Writes the values at the ends of the bar, where there is space beside it.
  private func name(
    _ bar: TornadoBar, at y: Double, _ scale: Scale, _ layout: RowLayout, on canvas: inout Canvas
  ) {
    let (start, end) = (scale.place(min(0, bar.lowest)), scale.place(max(0, bar.highest)))
    if start - Lettering.width(bar.lowestValue) - 6 > layout.left {
      canvas.words(bar.lowestValue, x: start - 5, y: y, .end)
    }
    if end + Lettering.width(bar.highestValue) + 6 < layout.right {
      canvas.words(bar.highestValue, x: end + 5, y: y)
    }
  }
}
