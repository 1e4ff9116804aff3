extension LineChart {
  func draw(on canvas: inout Canvas) {
    let top = canvas.legend(series.map(\.name), isLine: true)
    let places = series.flatMap { $0.points.map(\.x) }
    let heights =
      series.flatMap { series in
        series.points.flatMap { [$0.y, $0.low, $0.high].compactMap(\.self) }
      } + levels.map(\.place)
    guard let first = places.min(), let last = places.max(), let highest = heights.max(),
      let least = heights.min()
    else { return }
    let most = canvas.isNarrow ? 6 : 12
    let below =
      names.isEmpty
      ? Frame.ticks(x, from: first, to: last, most: most) : Frame.named(names, most: most)
    let beside =
      isLogarithmic
      ? Frame.powers(y, from: heights.filter { $0 > 0 }.min() ?? 1, to: highest)
      : Frame.ticks(
        y, from: (values.min() ?? 0) < 0 ? least : 0,
        to: max(highest, least == highest ? 1 : highest),
        most: 6)
    let frame = Frame.draw(on: &canvas, top: top, x: (x.title, below), y: (y.title, beside))
    for (place, series) in series.enumerated() {
      series.drawBand(on: &canvas, in: frame, Canvas.colour(place))
    }
    for (place, series) in series.enumerated() {
      series.draw(on: &canvas, in: frame, Canvas.colour(place))
    }
    frame.draw(levels: levels, on: &canvas)
    for change in changes { frame.draw(change: change, on: &canvas) }
  }
}

extension LineChart.Series {
  /// The points in runs without a gap.
  private var runs: [[LineChart.Point]] {
    points.split { $0.y == nil }.map(Array.init)
  }

  fileprivate func drawBand(on canvas: inout Canvas, in frame: Frame, _ colour: String) {
    for run in runs {
      let banded = run.filter { $0.low != nil && $0.high != nil }
      guard banded.count > 1 else { continue }
      let above = banded.compactMap { point in
        point.high.map { (frame.x.place(point.x), frame.y.place($0)) }
      }
      let below = banded.reversed().compactMap { point in
        point.low.map { (frame.x.place(point.x), frame.y.place($0)) }
      }
      canvas.area(above + below, class: "band \(colour)")
    }
  }

  fileprivate func draw(on canvas: inout Canvas, in frame: Frame, _ colour: String) {
    for run in runs {
      let line = run.map { (x: frame.x.place($0.x), y: frame.y.place($0.y ?? 0)) }
      if isJoined, line.count > 1 { canvas.path(line, class: "line \(colour)") }
      guard !isJoined || line.count == 1 else { continue }
      for (point, place) in zip(run, line) {
        if let low = point.low, let high = point.high {
          canvas.line(
            fromX: place.x, y: frame.y.place(low), toX: place.x, y: frame.y.place(high),
            class: "whisker \(colour)")
        }
        canvas.dot(x: place.x, y: place.y, class: "dot \(colour)")
      }
    }
  }
}

extension Frame {
  /// Draws the place of a change, named at its head.
  fileprivate func draw(change: LineChart.Mark, on canvas: inout Canvas) {
    let place = x.place(change.place)
    canvas.line(fromX: place, y: top, toX: place, y: bottom, class: "change")
    let isAtRight = place > (left + right) / 2
    canvas.words(
      change.name, x: place + (isAtRight ? -5 : 5), y: top + 12, isAtRight ? .end : .start,
      class: "t change")
  }
}
