import GrowthloopFindings
import Testing

@testable import GrowthloopPlans

@Suite("YAML · limits")
struct YAMLLimitTests {
  /// The first line of what is told about a text within limits.
  static func told(_ text: String, _ change: (inout YAMLLimits) -> Void = { _ in }) -> String {
    var limits = YAMLLimits()
    change(&limits)
    let findings = Findings()
    _ = YAMLReader.read(SourceText(name: "a", text: text), within: limits, noting: findings)
    return findings.list.first?.description.split(separator: "\n").first.map(String.init) ?? "none"
  }

  @Test func `a file may have so many bytes`() {
    #expect(Self.told("a: é") { $0.bytes = 5 } == "none")
    #expect(Self.told("a: é") { $0.bytes = 4 } == "a:1:1: error: the file has more than 4 bytes")
    #expect(YAMLLimits().bytes == 4 << 20)
  }

  @Test func `mappings and lists may lie so deep in each other`() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(Self.told(nested(64)) == "none")
    #expect(
      Self.told(nested(65))
        == "a:1:65: error: mappings and lists lie more than 64 deep in each other")
    #expect(Self.told(String(repeating: "[", count: 100_000)).hasPrefix("a:1:65: error"))
    #expect(Self.told(String(repeating: "{a: ", count: 50_000)).hasPrefix("a:1:"))
    #expect(Self.told(String(repeating: "- ", count: 50_000)).hasPrefix("a:1:129: error"))
  }

  @Test func `a file may hold so many values`() {
    #expect(Self.told("a: [1, 2, 3]") { $0.nodes = 6 } == "none")
    #expect(
      Self.told("a: [1, 2, 3]") { $0.nodes = 5 }
        == "a:1:11: error: the file holds more than 5 values")
  }

  @Test func `laughter does not multiply`() {
    var text = "a: &a [ha, ha]\n"
    for (name, before) in zip("bcdefghij", "abcdefghi") {
      text += "\(name): &\(name) [*\(before), *\(before), *\(before), *\(before)]\n"
    }
    let findings = Findings()
    let node = YAMLReader.read(
      SourceText(name: "a", text: text), within: YAMLLimits(), noting: findings)
    #expect(findings.list.count == 10 + 36)
    #expect(node?["j"].map { "\($0.brief)" } == "a list")
  }

  @Test func `of countless mistakes the first thousand are kept`() {
    let keys = (1...1_500).map { "key\($0): 1\n" }.joined()
    let error = #expect(throws: DiagnosticList.self) { try readTown("title: x\n" + keys) }
    #expect(error?.count == 1_000)
    #expect(error?.untold == 500)
  }
}
