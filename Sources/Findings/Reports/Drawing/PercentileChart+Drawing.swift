extension PercentileChart {
  func draw(on canvas: inout Canvas) {
    let top = canvas.legend(curves.map(\.name), isLine: true)
    let values = curves.flatMap { $0.points.map(\.value) } + levels.map(\.place)
    guard let most = values.max(), let least = values.filter({ $0 > 0 }).min() else { return }
    // The largest of n values stands where one in n remains.
    let highest = curves.map { 100 - 100 / Double(max(2, $0.count)) }.max() ?? 99
    let below = Ticks.nines(to: highest).map {
      Frame.Tick(place: $0, words: $0 == 0 ? "min" : Self.name($0))
    }
    let beside =
      most > 30 * least
      ? Frame.powers(axis, from: least, to: most) : Frame.ticks(axis, from: 0, to: most, most: 6)
    let frame = Frame.draw(
      on: &canvas, top: top, x: ("percentile of all values", (.nines, below)),
      y: (axis.title, beside))
    for (place, curve) in curves.enumerated() {
      let end = 100 - 100 / Double(max(2, curve.count))
      let line = curve.points.filter { $0.percentile <= end || $0.percentile == 100 }.map {
        (x: frame.x.place(min($0.percentile, end)), y: frame.y.place($0.value))
      }
      canvas.path(line, class: "line \(Canvas.colour(place))")
      if let last = line.last {
        canvas.dot(x: last.x, y: last.y, class: "dot \(Canvas.colour(place))")
      }
    }
    frame.draw(levels: levels, on: &canvas)
  }
}
