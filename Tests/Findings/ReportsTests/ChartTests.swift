import Foundation
import FoundationXML
import GrowthloopFindings
import Statistics
import Testing

@testable import GrowthloopReports

@Suite("Charts")
struct ChartTests {
  @Test(arguments: Gallery.charts)
  func `every picture is well-formed XML at every width, and the same bytes again`(_ chart: Chart) {
    for width in [360.0, 900] {
      let svg = chart.svg(width: width, id: "c")
      #expect(XMLCheck.problem(in: svg) == nil)
      #expect(svg == chart.svg(width: width, id: "c"))
      #expect(!svg.contains("nan") && !svg.contains("inf"))
    }
  }

  @Test(arguments: Gallery.usual)
  func `words stay within the picture`(_ chart: Chart) {
    for width in [360.0, 900] {
      for words in XMLCheck.words(in: chart.svg(width: width, id: "c")) {
        #expect(words.left >= -0.5 && words.right <= width + 0.5, "\(words)")
      }
    }
  }

  @Test(arguments: Gallery.usual)
  func `words below an axis do not run into each other`(_ chart: Chart) {
    let words = XMLCheck.words(in: chart.svg(width: 360, id: "c"))
    for (place, one) in words.enumerated() {
      for other in words[(place + 1)...] where one.y == other.y {
        #expect(one.right <= other.left + 0.5 || other.right <= one.left + 0.5, "\(one) \(other)")
      }
    }
  }

  @Test(arguments: [360.0, 900])
  func `the name of a row has as many lines as it needs, clear of the next row`(_ width: Double) {
    let name = "a channel with a name that is far too long for any phone that people carry"
    let words = XMLCheck.words(in: Gallery.usual[2].svg(width: width, id: "c"))
    let lines = words.filter { !$0.text.isEmpty && name.contains($0.text) && $0.text != "b" }
    #expect(lines.count > 1 && lines.map(\.text).joined(separator: " ") == name)
    let next = words.first { $0.text == "b" }
    #expect(lines.allSatisfy { $0.y + Lettering.leading <= next?.y ?? 0 })
  }

  @Test(arguments: [360.0, 900])
  func `the values of a setting stand beside its bar, at both ends`(_ width: Double) throws {
    let bar = TornadoBar(
      "x", lowestValue: "0.1111", lowest: -300, highestValue: "0.3333", highest: -20)
    let svg = Chart("t", caption: "", .tornado(TornadoChart(Gallery.times, [bar])))
      .svg(width: width, id: "c")
    let box = try #require(XMLCheck.element("rect", class: "bar s2", in: svg))
    let left = box["x", default: 0]
    let words = XMLCheck.words(in: svg)
    let (low, high) = (
      try #require(words.first { $0.text == "0.1111" }),
      try #require(words.first { $0.text == "0.3333" })
    )
    #expect(low.left >= 0 && low.right <= left)
    #expect(high.left >= left + box["width", default: 0] && high.right <= width)
  }

  @Test func `who draws nothing says so`() {
    #expect(Gallery.usual.allSatisfy { !$0.isEmpty })
    let empty = Gallery.sparse.filter { $0.isEmpty }.map { $0.title }
    #expect(
      empty == [
        "No line", "No bar", "An empty bar", "No difference", "No setting", "No curve", "No budget",
      ])
  }

  @Test func `the table under lines has a row for each day and its interval`() {
    let table = Gallery.lines.table
    #expect(table.columns.map(\.title) == ["day", "grows \"fast\"", "has a gap", "dots"])
    #expect(table.rows.count == 30)
    #expect(table.rows[9] == ["9", "81.0 ± 20.0", "100", "300 (250 to 320)"])
    #expect(table.rows[11] == ["11", "121 ± 20.0", "–", ""])
  }

  @Test func `the table under bars has every bar`() {
    #expect(
      Gallery.bars.table.rows.map { Array($0.dropFirst()) } == [
        ["12.0 ± 2.0", "3.0"], ["0.0", "–"],
      ])
  }

  @Test func `the table under a forest tells the difference, of the base, and what is sure`() {
    let rows = Gallery.forest.table.rows
    #expect(rows[0] == ["k", "0.500", "0.600", "+0.100", "0.0500", "+20.0%", "sure", "newcomers"])
    #expect(rows[1][5...6] == ["-10.0%", ""])
    #expect(rows[2][5] == "–", "nothing has no share")
  }

  @Test func `the table under percentiles is what the histogram says`() throws {
    let row = Gallery.nines.table.rows[0]
    let titles = Gallery.nines.table.columns.map(\.title)
    #expect(titles.last == "max" && titles.contains("p99.9") && !titles.contains("p99.99"))
    for (title, cell) in zip(titles, row).dropFirst(3).dropLast() {
      let percentile = try #require(Double(title.dropFirst()))
      let value = try #require(Gallery.histogram.value(atPercentile: percentile))
      #expect(cell == NumberStyle.milliseconds.text(Double(value) / 1e6))
    }
  }

  @Test func `one difference far beyond all others is an arrow, and flattens none of them`() {
    func row(_ name: String, _ percent: Double) -> DifferenceChart.Row {
      DifferenceChart.Row(
        name, unit: "", base: 100, variant: 100 + percent,
        difference: Measure(percent, from: percent - 1, to: percent + 1, in: .count))
    }
    func svg(_ rows: [DifferenceChart.Row]) -> String {
      Chart("Forest", caption: "", .differences(DifferenceChart(rows))).svg(width: 900, id: "c")
    }
    let usual = [row("a", 20), row("b", -30), row("c", 5)]
    let lone = svg(usual + [row("d", 4_000)])
    #expect(lone.contains("class=\"arrow\"") && lone.contains("+4000.0%"))
    #expect(lone.contains(">-40%<") && !lone.contains(">4000%<"))
    #expect(!svg(usual).contains("class=\"arrow\""))
    #expect(!svg(usual + [row("d", 250)]).contains("class=\"arrow\""))
  }

  @Test func `a bar that is half of its limit ends in the middle of the way to it`() throws {
    let chart = BulletChart([
      JudgedGate("a", Measure(1, in: .count), GateLimit(.below, 2), .kept)
    ])
    let svg = Chart("t", caption: "", .bullets(chart)).svg(width: 900, id: "c")
    let bar = try #require(XMLCheck.element("rect", class: "bar kept", in: svg))
    let ground = try #require(XMLCheck.element("rect", class: "allowed", in: svg))
    #expect(abs(bar["width", default: 0] * 2 - ground["width", default: 0]) < 0.2)
  }
}
