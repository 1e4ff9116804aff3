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

  /// The distance between the lines of words that take several.
  static let leading = 14.0

  /// Returns the words in lines of a width, broken at a blank, or within a key.
  ///
  /// Only a word that is wider than a line is broken between its letters.
  static func lines(_ words: String, to width: Double) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in words.split(separator: " ") {
      for (place, part) in String(word).keyParts.enumerated() {
        let added = place == 0 && !line.isEmpty ? " \(part)" : part
        if self.width(line + added) <= width {
          line += added
          continue
        }
        if !line.isEmpty { lines.append(line) }
        line = ""
        for letter in part {
          if !line.isEmpty, self.width("\(line)\(letter)") > width {
            lines.append(line)
            line = ""
          }
          line.append(letter)
        }
      }
    }
    return lines + [line]
  }
}

extension String {
  /// The parts between which a key may be broken: after a dot that a letter follows, and after an equals
  /// sign.
  var keyParts: [String] {
    var parts = [""]
    var last: Character = " "
    for letter in self {
      if last == "=" || last == "." && letter.isLetter { parts.append("") }
      parts[parts.count - 1].append(letter)
      last = letter
    }
    return parts
  }
}

/// The layout of a picture in rows, each with words at its left, a lane, and a value at its right.
///
/// On a phone the words stand above the lane.
struct RowLayout {
  /// The words of each row, in lines.
  private let labels: [[String]]
  let values: [String]
  /// The height of a lane.
  let lane: Double
  let canvas: (width: Double, isNarrow: Bool)
  /// The left end of the lanes.
  let left: Double
  /// The space at both ends of the lanes that the scale leaves for words beside the bars.
  private let inset: (left: Double, right: Double)
  /// The top of each row, and the bottom of the last, below that of the picture.
  private let tops: [Double]

  init(
    _ labels: [String], values: [String], lane: Double,
    inset: (left: Double, right: Double) = (0, 0), on canvas: Canvas
  ) {
    let widest = (labels.map(Lettering.width).max() ?? 0) + 12
    let labelWidth = min(canvas.width * 0.34, widest)
    let lines = zip(labels, values).map { label, value in
      Lettering.lines(
        label,
        to: canvas.isNarrow ? canvas.width - Lettering.width(value) - 16 : labelWidth - 8)
    }
    tops = lines.reduce(into: [0]) { tops, lines in
      let more = Double(lines.count - 1) * Lettering.leading
      let height =
        canvas.isNarrow ? lane + 28 + more : max(lane, Lettering.height + more) + 10
      tops.append(tops[tops.count - 1] + height)
    }
    self.labels = lines
    self.values = values
    self.lane = lane
    self.inset = inset
    self.canvas = (canvas.width, canvas.isNarrow)
    left = canvas.isNarrow ? 6 : labelWidth
  }

  private var valueWidth: Double { (values.map(Lettering.width).max() ?? 0) + 10 }

  /// The right end of the lanes.
  var right: Double { canvas.isNarrow ? canvas.width - 6 : canvas.width - valueWidth }

  /// Returns the bottom of the last lane.
  func bottom(from top: Double) -> Double { top + tops[labels.count] }

  /// Draws the words of a row; returns the top of its lane.
  func draw(_ row: Int, from top: Double, on canvas: inout Canvas) -> Double {
    let (y, bottom) = (top + tops[row], top + tops[row + 1])
    let more = Double(labels[row].count - 1) * Lettering.leading
    let middle = (y + bottom) / 2
    canvas.words(
      labels[row], x: 0, y: self.canvas.isNarrow ? y + 14 : middle + 4 - more / 2)
    canvas.words(
      values[row], x: self.canvas.width, y: self.canvas.isNarrow ? y + 14 : middle + 4, .end,
      class: "t value")
    canvas.extend(to: bottom)
    return self.canvas.isNarrow ? y + 20 + more : middle - lane / 2
  }

  /// Draws an axis below all rows, with its grid behind them; returns its scale.
  func axis(
    _ title: String, _ scale: (form: Scale.Form, ticks: [Frame.Tick]), from top: Double,
    on canvas: inout Canvas
  ) -> Scale {
    let result = Scale(
      scale.form, from: scale.ticks.first?.place ?? 0, to: scale.ticks.last?.place ?? 1,
      start: left + inset.left, end: right - inset.right)
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
    func room(_ words: [String]) -> Double {
      min((words.map(Lettering.width).max() ?? 0) + 7, canvas.width / 4)
    }
    let layout = RowLayout(
      bars.map(\.setting), values: bars.map { axis.style.text($0.highest - $0.lowest) }, lane: 18,
      inset: (room(bars.map(\.lowestValue)), room(bars.map(\.highestValue))), on: canvas)
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

  /// Writes the values beside the ends of the bar, where there is space.
  private func name(
    _ bar: TornadoBar, at y: Double, _ scale: Scale, _ layout: RowLayout, on canvas: inout Canvas
  ) {
    let (start, end) = (scale.place(bar.lowest), scale.place(bar.highest))
    if start - Lettering.width(bar.lowestValue) - 6 > layout.left {
      canvas.words(bar.lowestValue, x: start - 5, y: y, .end)
    }
    if end + Lettering.width(bar.highestValue) + 6 < layout.right {
      canvas.words(bar.highestValue, x: end + 5, y: y)
    }
  }
}
