import GrowthloopFindings
import TestSupport
import Testing

@testable import GrowthloopPlans

@Suite("Mapping drafts · many changes of one mapping")
struct MappingDraftTests {
  @Test func `any changes give the mapping that merging one after another gives`() {
    var chance = SeededChance(seed: 11)
    var sizes: Set<Int> = []
    for _ in 0..<2_000 {
      let base = Self.mapping(0, &chance)
      let draft = MappingDraft(base)
      var merged = base
      for number in 1...Int.random(in: 1...8, using: &chance) {
        let path = (0..<Int.random(in: 1...3, using: &chance)).map { _ in Self.key(&chance) }
        let place = SourceText(name: "change \(number)", text: "").wholeRange
        var value = Self.node(2, &chance)
        value.range = place
        draft.merge(value, at: path[...], keyRange: place)
        let layer = path.reversed().reduce(value) { inner, key in
          YAMLNode(.mapping([YAMLEntry(key, at: place, inner)]), at: place)
        }
        merged = layer.merged(over: merged)
        let end = path.reduce(merged) { node, key in node[key] ?? node }
        #expect(draft.value(at: path[...])?.lines == end.lines)
      }
      #expect(draft.node.lines == merged.lines)
      sizes.insert(merged.entries?.count ?? 0)
    }
    #expect(sizes.count > 4)
  }

  /// Keys among which one may replace another: of evidence, and of the forms of a delay.
  private static func key(_ chance: inout SeededChance) -> String {
    ["a", "b", "c", "value", "source", "mean", "median", "sigma"].randomElement(using: &chance)
      ?? "a"
  }

  private static func node(_ depth: Int, _ chance: inout SeededChance) -> YAMLNode {
    switch Int.random(in: 0..<4, using: &chance) {
    case 0 where depth > 0: mapping(depth, &chance)
    case 1 where depth > 0: YAMLNode(.sequence([node(0, &chance)]), at: file)
    case 2: YAMLNode(.scalar(YAMLScalar("")), at: file)
    default: YAMLNode(.scalar(YAMLScalar("\(Int.random(in: 0..<9, using: &chance))")), at: file)
    }
  }

  private static func mapping(_ depth: Int, _ chance: inout SeededChance) -> YAMLNode {
    var keys: [String] = []
    for _ in 0..<Int.random(in: 0..<6, using: &chance) {
      let key = key(&chance)
      if !keys.contains(key) { keys.append(key) }
    }
    let entries = keys.map { YAMLEntry($0, at: file, depth < 3 ? node(depth + 1, &chance) : null) }
    return YAMLNode(.mapping(entries), at: file)
  }

  private static let file = SourceText(name: "file", text: "").wholeRange
  private static let null = YAMLNode(.scalar(YAMLScalar("")), at: file)
}

extension YAMLNode {
  /// Every key and value with its place of origin.
  fileprivate var lines: [String] {
    let own = range.source.name
    return switch content {
    case .scalar(let scalar): ["\(scalar.text) of \(own)"]
    case .sequence(let elements): elements.flatMap { $0.lines.map { "- \($0)" } }
    case .mapping(let entries):
      ["a mapping of \(own)"]
        + entries.flatMap { entry in
          entry.value.lines.map { "\(entry.key) of \(entry.keyRange.source.name): \($0)" }
        }
    case .unreadable: ["unreadable"]
    }
  }
}
