import GrowthloopFindings
import Foundation
import Testing

@testable import GrowthloopReports

@Suite("Markup and escaping")
struct MarkupTests {
  static let hostile = #"<script>alert("1")</script> & 'x' \#u{0}\#u{1B}]|`*_#"#

  @Test func `a hostile title reaches the page only as words`() {
    let report = Report(
      Self.hostile, question: Self.hostile, command: Self.hostile,
      facts: [.init(Self.hostile, Self.hostile)], verdict: .init(.missed, Self.hostile),
      sections: [
        Section(
          Self.hostile, anchor: "a",
          [
            .paragraph(Self.hostile), .list([Self.hostile]),
            .table(Table([Table.Column(Self.hostile)], [[Self.hostile]])),
            .disclosure(
              Self.hostile, [.settings([Parameter(Self.hostile, Self.hostile, meaning: "")])]),
          ])
      ])
    #expect(!report.html.contains("<script"))
    #expect(report.html.components(separatedBy: "&lt;script&gt;").count == 16)
    // Within the code block of the command alone.
    #expect(report.markdown.components(separatedBy: "<script").count == 2)
  }

  @Test func `a page asks for nothing from anywhere`() {
    let page = Report("A", sections: [Section("B", anchor: "b", [.paragraph("C")])]).html
    for word in ["<script", "src=", "@import", "url(", "<link", "<img"] {
      #expect(!page.contains(word), "\(word)")
    }
    let addresses = page.components(separatedBy: "http").dropFirst()
    #expect(addresses.allSatisfy { $0.hasPrefix("://www.w3.org/") }, "names of XML alone")
  }

  @Test func `a table that would fill pages of paper is printed only if it was opened`() {
    func page(_ rows: Int) -> String {
      let table = Table(["a"], (1...rows).map { ["\($0)"] })
      return Report(
        "A", sections: [Section("B", anchor: "b", [.disclosure("C", [.table(table)])])]
      ).html
    }
    #expect(page(61).contains("<details class=\"endless\"><summary>The numbers (61 rows)"))
    #expect(!page(60).contains("class=\"endless\""))
    #expect(page(60).contains("details:not(.endless)::details-content{content-visibility:visible}"))
  }

  @Test func `Markdown keeps a table whole whatever its cells hold`() {
    let table = Table(["a", .number("b")], [["x|y\nz", "1"]])
    #expect(Markdown.table(table) == "| a | b |\n| --- | ---: |\n| x\\|y z | 1 |")
    #expect(Markdown.code("a\n```\nb") == "````\na\n```\nb\n````")
  }
}
