import Statistics

extension SideBySide {
  /// Both curves in one picture, for each curve that both runs have.
  var pictures: [Section] {
    a.sections.compactMap { section in
      guard let other = b.sections.first(where: { $0.anchor == section.anchor }) else { return nil }
      let charts = section.charts.flatMap { chart in
        other.charts.first { $0.title == chart.title }.map { chart.beside($0) } ?? []
      }
      // The three sections of the comparison have names of their own.
      return charts.isEmpty
        ? nil
        : Section(
          section.title, of: section.owner, anchor: "both-\(section.anchor)",
          charts.map(Block.chart))
    }
  }
}

extension Section {
  fileprivate var charts: [Chart] {
    blocks.compactMap { if case .chart(let chart) = $0 { chart } else { nil } }
  }
}

extension Chart {
  /// Returns a picture for each curve with that of the other; empty where they cannot share axes.
  fileprivate func beside(_ other: Chart) -> [Chart] {
    switch (drawing, other.drawing) {
    case (.lines(let a), .lines(let b)):
      pairs(a.series, b.series, \.name).map { name, a1, b1 in
        var both = a
        both.series = [a1, b1]
        both.series[0].name = "A"
        both.series[1].name = "B"
        return picture(of: name, .lines(both))
      }
    case (.percentiles(let a), .percentiles(let b)):
      pairs(a.curves, b.curves, \.name).map { name, a1, b1 in
        var both = a
        both.curves = [a1, b1]
        both.curves[0].name = "A"
        both.curves[1].name = "B"
        return picture(of: name, .percentiles(both))
      }
    case (.bars(let a), .bars(let b)):
      pairs(Array(a.series.enumerated()), Array(b.series.enumerated()), \.element).map {
        name, a1, b1 in
        picture(of: name, .bars(a.beside(b, series: (a1.offset, b1.offset))))
      }
    default: []
    }
  }

  private func pairs<Part>(
    _ a: [Part], _ b: [Part], _ name: (Part) -> String
  ) -> [(String, Part, Part)] {
    a.compactMap { part in
      b.first { name($0) == name(part) }.map { (name(part), part, $0) }
    }
  }

  private func picture(of name: String, _ drawing: Drawing) -> Chart {
    Chart(title == name ? title : "\(title): \(name)", caption: caption, drawing)
  }
}

extension BarChart {
  /// Returns one series of this chart beside one of the other.
  fileprivate func beside(_ other: BarChart, series: (a: Int, b: Int)) -> BarChart {
    let nothing = Measure(nil, in: axis.style)
    let labels =
      groups.map(\.label)
      + other.groups.map(\.label).filter { label in !groups.contains { $0.label == label } }
    return BarChart(
      axis, labels: self.labels, series: ["A", "B"],
      labels.map { label in
        Group(
          label,
          [
            groups.first { $0.label == label }?.bars[series.a] ?? nothing,
            other.groups.first { $0.label == label }?.bars[series.b] ?? nothing,
          ])
      })
  }
}
