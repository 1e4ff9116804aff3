import Foundation
import Testing

@testable import GrowthloopFindings

@Suite("Diagnostics · all of them, by place")
struct DiagnosticListTests {
  static let source = SourceText(name: "b.yaml", text: String(repeating: "x\n", count: 200))

  static func mistake(line: Int, in source: SourceText = source) -> Diagnostic {
    Diagnostic(.error, "wrong", at: source.range(2 * line - 2..<2 * line - 1))
  }

  @Test func `they are told by text and place`() {
    let other = SourceText(name: "a.yaml", text: "x\nx\n")
    let list = DiagnosticList([
      Self.mistake(line: 7), Self.mistake(line: 2), Self.mistake(line: 1, in: other),
    ])
    #expect(
      list.map { $0.range.start.description } == ["a.yaml:1:1", "b.yaml:2:1", "b.yaml:7:1"])
    #expect(list.hasErrors)
    #expect(!DiagnosticList([]).hasErrors)
  }

  @Test func `after a hundred the rest is counted`() {
    let list = DiagnosticList((1...150).map { Self.mistake(line: $0) }, untold: 7)
    let lines = list.description.split(separator: "\n")
    #expect(lines.count == 301)
    #expect(lines.last == "and 57 more")
    #expect(lines[297] == "b.yaml:100:1: error: wrong")
  }

  @Test func `other programs read them as JSON`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    var diagnostic = Self.mistake(line: 3)
    diagnostic.remedy = "write y"
    diagnostic.notes = [Diagnostic(.note, "here", at: Self.source.range(0..<1))]
    let text = String(
      decoding: try encoder.encode(DiagnosticList([diagnostic], untold: 2)), as: UTF8.self)
    #expect(
      text == """
        {"diagnostics":[{"column":1,"endColumn":2,"endLine":3,"file":"b.yaml","line":3,"message":"wrong",\
        "notes":[{"column":1,"endColumn":2,"endLine":1,"file":"b.yaml","line":1,"message":"here",\
        "severity":"note"}],"remedy":"write y","severity":"error"}],"untold":2}
        """)
  }
}
