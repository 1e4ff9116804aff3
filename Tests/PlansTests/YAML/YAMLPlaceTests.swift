import GrowthloopFindings
import Testing

@testable import GrowthloopPlans

@Suite("YAML · every value knows its place")
struct YAMLPlaceTests {
  /// What stands between the two ends of every scalar and key, as the text has it.
  static func pieces(_ node: YAMLNode) -> [String] {
    func piece(_ range: SourceRange) -> String {
      let scalars = Array(range.source.text.unicodeScalars)
      var piece = String.UnicodeScalarView()
      piece.append(contentsOf: scalars[range.offsets])
      return "\(range.start.line):\(range.start.column) \(String(piece))"
    }
    switch node.content {
    case .scalar: return [piece(node.range)]
    case .sequence(let elements): return elements.flatMap(pieces)
    case .mapping(let entries): return entries.flatMap { [piece($0.keyRange)] + pieces($0.value) }
    case .unreadable: return ["?"]
    }
  }

  static func pieces(_ text: String) throws -> [String] {
    let findings = Findings()
    let source = SourceText(name: "a", text: text)
    let node = YAMLReader.read(source, within: YAMLLimits(), noting: findings)
    #expect(findings.list.isEmpty, "\(findings.list)")
    return pieces(try #require(node))
  }

  @Test(arguments: [
    ("block style", "a: 1\nb:\n  - x\n  - y z\n", ["1:1 a", "1:4 1", "2:1 b", "3:5 x", "4:5 y z"]),
    (
      "flow style", "{a: [1, 'é'], \"b\": {c: }}",
      ["1:2 a", "1:6 1", "1:9 'é'", "1:15 \"b\"", "1:21 c", "1:24 "]
    ),
    (
      "line ends of Windows", "a: 1\r\nb:\r\n  c: 2\r\n",
      ["1:1 a", "1:4 1", "2:1 b", "3:3 c", "3:6 2"]
    ),
    ("line ends of old", "a: 1\rb: 2", ["1:1 a", "1:4 1", "2:1 b", "2:4 2"]),
    ("a byte order mark", "\u{FEFF}a: 1", ["1:1 a", "1:4 1"]),
    ("wide and joined characters", "城市: 👩‍👩‍👧 x\nb: 2", ["1:1 城市", "1:5 👩‍👩‍👧 x", "2:1 b", "2:4 2"]),
    ("tabs between", "a:\t1\t# one\nb: 2", ["1:1 a", "1:4 1", "2:1 b", "2:4 2"]),
    ("lines that YAML alone ends", "# a\u{85}# b\u{2028}# c\na: 1", ["2:1 a", "2:4 1"]),
    ("a literal block", "a: |\n  x\n  y\nb: 2", ["1:1 a", "1:4 |\n  x\n  y\n", "4:1 b", "4:4 2"]),
    (
      "a plain value over lines", "a: x\n  y\n\n  z\nb: 2",
      ["1:1 a", "1:4 x\n  y\n\n  z", "5:1 b", "5:4 2"]
    ),
    (
      "a quoted value over lines", "a: \"x\n  y\"\nb: 2",
      ["1:1 a", "1:4 \"x\n  y\"", "3:1 b", "3:4 2"]
    ),
    ("no value", "a:\nb: ~", ["1:1 a", "1:3 ", "2:1 b", "2:4 ~"]),
    ("an explicit document", "%YAML 1.1\n--- # here\na: 1\n...\n", ["3:1 a", "3:4 1"]),
  ])
  func `the place of a value is where an editor shows it`(
    what: String, text: String, expected: [String]
  ) throws {
    #expect(try Self.pieces(text) == expected)
  }

  @Test func `styles are kept, and with them what is nothing`() throws {
    let node = YAMLReader.read(
      SourceText(name: "a", text: "- none\n- 'none'\n- null\n- 'null'\n- ~\n-\n- |-\n  x\n"),
      within: YAMLLimits(), noting: Findings())
    guard case .sequence(let elements)? = node?.content else {
      Issue.record("a list was read as \(String(describing: node))")
      return
    }
    let scalars = elements.compactMap { element -> YAMLScalar? in
      if case .scalar(let scalar) = element.content { scalar } else { nil }
    }
    #expect(scalars.map(\.style) == [.plain, .quoted, .plain, .quoted, .plain, .plain, .block])
    #expect(scalars.map(\.isNull) == [false, false, true, false, true, true, false])
    #expect(scalars.last?.text == "x")
  }
}
