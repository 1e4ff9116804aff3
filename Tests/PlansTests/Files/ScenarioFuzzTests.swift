import GrowthloopFindings
import Testing
import TestSupport

@testable import GrowthloopPlans

@Suite("Scenarios · whatever is written, a value or a reason")
struct ScenarioFuzzTests {
  static let pieces = [
    ":", ": ", "\n", "\r\n", "\r", "\t", "  ", "- ", "[", "]", "{", "}", ",", "#", " #", "&a ",
    "*a",
    "!t ", "'", "\"", "\\", "|\n", ">", "? ", "%", "@", "---\n", "...\n", "<<: ", "~", "null", "é",
    "城", "👩‍👩‍👧", "\u{301}", "\u{0}", "\u{7}", "\u{85}", "\u{2028}", "\u{FEFF}", "-1",
    "999999999999999999999",
    "1e9", "%%", "none", "extends: base.yaml\n", "title", "value", "source: x", "grade: D", "7d",
    "x",
  ]

  /// A scenario with some slips of the kind that hands make.
  static func mutated(with chance: inout SeededChance) -> String {
    var scalars = Array(TownTests.whole.unicodeScalars)
    for _ in 0..<Int.random(in: 1...3, using: &chance) {
      let start = Int.random(in: 0...scalars.count, using: &chance)
      let end = min(scalars.count, start + Int.random(in: 0...12, using: &chance))
      switch Int.random(in: 0..<4, using: &chance) {
      case 0: scalars.removeSubrange(start..<end)
      case 1: scalars.insert(contentsOf: scalars[start..<end], at: start)
      case 2:
        scalars.insert(
          contentsOf: (pieces.randomElement(using: &chance) ?? "").unicodeScalars, at: start)
      default:
        scalars.replaceSubrange(
          start..<end, with: (pieces.randomElement(using: &chance) ?? "").unicodeScalars)
      }
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }

  @Test(arguments: 0..<8)
  func `a slip gives a value that the schema takes, or reasons with places`(seed: UInt64) throws {
    var chance = SeededChance(seed: seed)
    let check = SchemaCheck(root: JSONSchemaTests.schema)
    let reader = ScenarioReader(Town.self, loader: .memory(["base.yaml": "title: base\n"]))
    var taken = 0
    for _ in 0..<300 {
      let source = SourceText(name: "town.yaml", text: Self.mutated(with: &chance))
      do {
        _ = try reader.read(source)
        taken += 1
        let node = try #require(
          YAMLReader.read(source, within: YAMLLimits(), noting: Findings()))
        #expect(check.faults(in: node) == [], "\(source.text)")
      } catch let error as DiagnosticList {
        #expect(error.hasErrors)
        for diagnostic in error {
          let length = diagnostic.range.source.text.unicodeScalars.count
          #expect(diagnostic.range.offsets.upperBound <= length)
        }
        #expect(!error.description.unicodeScalars.contains("\u{7}"))
      }
    }
    // Some slips harm nothing, most do: otherwise this would prove little.
    #expect(10...200 ~= taken)
  }

  @Test func `bytes of any kind give a value or a reason`() {
    var chance = SeededChance(seed: 9)
    for _ in 0..<1_000 {
      var bytes = Array("title: Rinbury\nseeds: [1, 'é']\n".utf8)
      for _ in 0..<3 {
        bytes[Int.random(in: bytes.indices, using: &chance)] = UInt8.random(
          in: .min ... .max, using: &chance)
      }
      do throws(Diagnostic) {
        let source = try SourceText(name: "a", bytes: bytes)
        _ = YAMLReader.read(source, within: YAMLLimits(), noting: Findings())
      } catch {
        #expect(error.message.contains("UTF-"))
      }
    }
  }
}
