/// The layout of a picture in rows, each with words at its left, a lane, and a value at its right.
///
/// On a phone the words stand above the lane.
struct RowLayout {
  let labels: [String]
  let values: [String]
  /// The height of a lane.
  let lane: Double
  let canvas: (width: Double, isNarrow: Bool)

  init(_ labels: [String], values: [String], lane: Double, on canvas: Canvas) {
    self.labels = labels
    self.values = values
    self.lane = lane
    self.canvas = (canvas.width, canvas.isNarrow)
  }

  private var valueWidth: Double { (values.map(Lettering.width).max() ?? 0) + 10 }

  private var labelWidth: Double {
    min(canvas.width * 0.34, (labels.map(Lettering.width).max() ?? 0) + 12)
  }

  /// The left end of the lanes.
  var left: Double { canvas.isNarrow ? 6 : labelWidth }
  var right: Double { canvas.isNarrow ? canvas.width - 6 : canvas.width - valueWidth }

  private var rowHeight: Double { canvas.isNarrow ? lane + 28 : max(lane, Lettering.height) + 10 }

  /// Returns the bottom of the last lane.
  func bottom(from top: Double) -> Double { top + Double(labels.count) * rowHeight }

  /// Draws the words of a row; returns the top of its lane.
  func draw(_ row: Int, from top: Double, on canvas: inout Canvas) -> Double {
    let y = top + Double(row) * rowHeight
    let value = values[row]
    if self.canvas.isNarrow {
      let room = self.canvas.width - Lettering.width(value) - 16
      canvas.words(Lettering.cut(labels[row], to: room), x: 0, y: y + 14)
      canvas.words(value, x: self.canvas.width, y: y + 14, .end, class: "t value")
      canvas.extend(to: y + rowHeight)
      return y + 20
    }
    let middle = y + rowHeight / 2
    canvas.words(Lettering.cut(labels[row], to: labelWidth - 8), x: 0, y: middle + 4)
    canvas.words(value, x: self.canvas.width, y: middle + 4, .end, class: "t value")
    canvas.extend(to: y + rowHeight)
    return middle - lane / 2
  }

  /// Draws an axis below all rows, with its grid behind them; returns its scale.
  func axis(
    _ title: String, _ scale: (form: Scale.Form, ticks: [Frame.Tick]), from top: Double,
    on canvas: inout Canvas
  ) -> Scale {
    let result = Scale(
      scale.form, from: scale.ticks.first?.place ?? 0, to: scale.ticks.last?.place ?? 1,
      start: left, end: right)
    let bottom = bottom(from: top)
    var free = -Double.infinity
    for tick in scale.ticks {
      let place = result.place(tick.place)
      canvas.line(fromX: place, y: top, toX: place, y: bottom + 2, class: "grid")
      let half = Lettering.width(tick.words) / 2
      let middle = min(max(place, half), canvas.width - half)
      guard middle - half > free else { continue }
      canvas.words(tick.words, x: middle, y: bottom + 16, .middle)
      free = middle + half + 6
    }
    canvas.words(title, x: (left + right) / 2, y: bottom + 34, .middle, class: "t axis")
    canvas.extend(to: bottom + 40)
    return result
  }
}
