import GrowthloopFindings
import Statistics

/// The estimated width of words in a picture, accurate enough to prevent overlaps.
enum Lettering {
  static let size = 12.0
  static let height = 16.0

  /// Returns the width of words, from the widths of letters in common fonts, rather too wide than
  /// too narrow.
  static func width(_ words: String) -> Double {
    words.unicodeScalars.reduce(0) { $0 + width($1) }
  }

  private static func width(_ letter: Unicode.Scalar) -> Double {
    switch letter {
    case "i", "j", "l", "I", ".", ",", ":", ";", "'", "|", "!", " ", "t", "f", "r", "(", ")": 4.4
    case "m", "w", "M", "W", "%", "@", "–", "—", "→": 11
    case "A"..."Z": 8.6
    case ..<"\u{2E80}": 7
    default: 13
    }
  }

  /// Returns the words, truncated to a width.
  static func cut(_ words: String, to width: Double) -> String {
    guard self.width(words) > width else { return words }
    var kept = ""
    for letter in words {
      guard self.width(kept + "\(letter)…") <= width else { break }
      kept.append(letter)
    }
    return kept + "…"
  }
}

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

  /// Writes the values at the ends of the bar: beside it, or within it where there is no space beside.
  private func name(
    _ bar: TornadoBar, at y: Double, _ scale: Scale, _ layout: RowLayout, on canvas: inout Canvas
  ) {
    let (start, end) = (scale.place(min(0, bar.lowest)), scale.place(max(0, bar.highest)))
    if start - Lettering.width(bar.lowestValue) - 6 > layout.left {
      canvas.words(bar.lowestValue, x: start - 5, y: y, .end)
    } else if scale.place(0) - start > Lettering.width(bar.lowestValue) + 10 {
      canvas.words(bar.lowestValue, x: start + 5, y: y)
    }
    if end + Lettering.width(bar.highestValue) + 6 < layout.right {
      canvas.words(bar.highestValue, x: end + 5, y: y)
    } else if end - scale.place(0) > Lettering.width(bar.highestValue) + 10 {
      canvas.words(bar.highestValue, x: end - 5, y: y, .end)
    }
  }
}
