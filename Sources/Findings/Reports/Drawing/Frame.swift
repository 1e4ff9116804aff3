import RandomStreams
import Statistics

/// The axes of a picture with both directions: their labels, and the area of the plot.
struct Frame {
  let x: Scale
  let y: Scale

  var left: Double { x.start }
  var right: Double { x.end }
  var top: Double { y.end }
  var bottom: Double { y.start }

  /// A tick of an axis with its words.
  struct Tick {
    let place: Double
    let words: String
  }

  /// Draws both axes below `top` and returns the frame.
  static func draw(
    on canvas: inout Canvas, top: Double, height: Double? = nil,
    x: (title: String, scale: (form: Scale.Form, ticks: [Tick])),
    y: (title: String, scale: (form: Scale.Form, ticks: [Tick]))
  ) -> Frame {
    let left = (y.scale.ticks.map { Lettering.width($0.words) }.max() ?? 0) + 8
    let right = canvas.width - 14
    let plotTop = top + 26
    let bottom = plotTop + (height ?? (canvas.isNarrow ? 190 : 250))
    let frame = Frame(
      x: Scale(
        x.scale.form, from: x.scale.ticks.first?.place ?? 0, to: x.scale.ticks.last?.place ?? 1,
        start: left, end: right),
      y: Scale(
        y.scale.form, from: y.scale.ticks.first?.place ?? 0, to: y.scale.ticks.last?.place ?? 1,
        start: bottom, end: plotTop))
    canvas.words(y.title, x: 0, y: top + 12, class: "t axis")
    for tick in y.scale.ticks {
      let place = frame.y.place(tick.place)
      canvas.line(fromX: left, y: place, toX: right, y: place, class: "grid")
      canvas.words(tick.words, x: left - 6, y: place + 4, .end)
    }
    frame.ticksBelow(x.scale.ticks, on: &canvas)
    canvas.words(x.title, x: (left + right) / 2, y: bottom + 36, .middle, class: "t axis")
    canvas.extend(to: bottom + 42)
    return frame
  }

  /// Draws words below the axis, without those that would overlap an earlier one.
  private func ticksBelow(_ ticks: [Tick], on canvas: inout Canvas) {
    var free = -Double.infinity
    for tick in ticks {
      let half = Lettering.width(tick.words) / 2
      let place = x.place(tick.place)
      canvas.line(fromX: place, y: bottom, toX: place, y: bottom + 4, class: "rule")
      let middle = min(max(place, half), canvas.width - half)
      guard middle - half > free else { continue }
      canvas.words(tick.words, x: middle, y: bottom + 18, .middle)
      free = middle + half + 6
    }
    canvas.line(fromX: left, y: bottom, toX: right, y: bottom, class: "rule")
  }
}

extension Frame {
  /// Returns the ticks of an axis of round numbers.
  static func ticks(
    _ axis: Axis, from low: Double, to high: Double, most: Int
  ) -> (form: Scale.Form, ticks: [Tick]) {
    // Whole numbers have no ticks between them.
    let most = axis.style == .whole ? min(most, max(1, Int(high - low))) : most
    let (step, ticks) = Ticks.round(from: low, to: high, most: most)
    return (.linear, ticks.map { Tick(place: $0, words: axis.style.tick($0, step: step)) })
  }

  /// Returns the ticks of an axis whose places are named, the first and the last among them.
  static func named(
    _ names: [String], most: Int
  ) -> (form: Scale.Form, ticks: [Tick]) {
    let step = max(1, (names.count + most - 1) / most)
    var places = Array(stride(from: 1, through: names.count, by: step))
    if let last = places.last, last < names.count { places.append(names.count) }
    return (.linear, places.map { Tick(place: Double($0), words: names[$0 - 1]) })
  }

  /// Returns the ticks of an axis of powers of ten.
  static func powers(
    _ axis: Axis, from low: Double, to high: Double
  ) -> (form: Scale.Form, ticks: [Tick]) {
    (
      .logarithmic,
      Ticks.powers(from: low, to: high).map {
        Tick(place: $0, words: axis.style.tick($0, step: $0))
      }
    )
  }

  /// Draws target levels across the plot, named above an end.
  ///
  /// The name stands at the right, or at the left where another name is near.
  func draw(levels: [LineChart.Mark], on canvas: inout Canvas) {
    var named = -Double.infinity
    for level in levels.sorted(by: { $0.place > $1.place }) {
      let place = y.place(level.place)
      canvas.line(fromX: left, y: place, toX: right, y: place, class: "target")
      let lines = Lettering.lines(level.name, to: (right - left) / 2)
      let more = Double(lines.count - 1) * Lettering.leading
      let isFree = place - named >= Lettering.height + more
      canvas.words(
        lines, x: isFree ? right : left + 4, y: place - 5 - more, isFree ? .end : .start,
        class: "t target")
      if isFree { named = place }
    }
  }
}

extension LineChart {
  /// The series, of which those that lie on each other are one line with both names.
  private var distinct: [Series] {
    series.reduce(into: []) { kept, next in
      let same = kept.firstIndex { one in
        one.isJoined && next.isJoined && !next.points.isEmpty
          && one.points.map(\.x) == next.points.map(\.x)
          && one.points.map(\.y) == next.points.map(\.y)
      }
      if let same { kept[same].name += " = \(next.name)" } else { kept.append(next) }
    }
  }

  func draw(on canvas: inout Canvas) {
    let series = distinct
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
    let frame = Frame.draw(
      on: &canvas, top: top, height: height, x: (x.title, below), y: (y.title, beside))
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

/// A map from numbers to places on an axis.
struct Scale: Hashable, Sendable {
  /// The quantity to which distances are proportional.
  enum Form: Hashable, Sendable {
    /// Equal differences.
    case linear
    /// Equal ratios.
    case logarithmic
    /// Equal ratios of the remainder to 100: 90, 99, 99.9 and so on.
    case nines
  }

  let form: Form
  /// The numbers at both ends of the axis.
  let from: Double
  let to: Double
  /// The places of the ends, in units of the picture.
  let start: Double
  let end: Double

  init(_ form: Form = .linear, from: Double, to: Double, start: Double, end: Double) {
    self.form = form
    self.from = from
    self.to = to
    self.start = start
    self.end = end
  }

  /// Returns the place of a number; one beyond an end has the place of that end.
  func place(_ number: Double) -> Double {
    let (low, high) = (position(from), position(to))
    guard high > low else { return (start + end) / 2 }
    let share = min(1, max(0, (position(number) - low) / (high - low)))
    return start + share * (end - start)
  }

  private func position(_ number: Double) -> Double {
    switch form {
    case .linear: number
    case .logarithmic: .log(max(number, .leastNormalMagnitude))
    case .nines: Self.nines(number)
    }
  }

  /// Returns the nines of a percentile: none at 0, one at 90, two at 99.
  static func nines(_ percentile: Double) -> Double {
    -Double.log(max(1e-12, 1 - percentile / 100)) / .log(10)
  }
}
