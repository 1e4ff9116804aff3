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
    on canvas: inout Canvas, top: Double,
    x: (title: String, scale: (form: Scale.Form, ticks: [Tick])),
    y: (title: String, scale: (form: Scale.Form, ticks: [Tick]))
  ) -> Frame {
    let left = (y.scale.ticks.map { Lettering.width($0.words) }.max() ?? 0) + 8
    let right = canvas.width - 14
    let plotTop = top + 26
    let bottom = plotTop + (canvas.isNarrow ? 190 : 250)
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
      let isFree = place - named >= Lettering.height
      let words = Lettering.cut(level.name, to: (right - left) / 2)
      canvas.words(
        words, x: isFree ? right : left + 4, y: place - 5, isFree ? .end : .start, class: "t target"
      )
      if isFree { named = place }
    }
  }
}
