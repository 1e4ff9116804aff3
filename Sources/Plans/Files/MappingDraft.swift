import GrowthloopFindings

/// A mapping that takes many changes, each in the time of its own path.
///
/// After every change it equals `YAMLNode.merged(over:)` of a mapping with that change alone.
final class MappingDraft {
  private enum Value {
    case node(YAMLNode)
    case draft(MappingDraft)

    var node: YAMLNode {
      switch self {
      case .node(let node): node
      case .draft(let draft): draft.node
      }
    }

    /// The draft of a mapping; `nil` for anything else.
    var draft: MappingDraft? {
      switch self {
      case .draft(let draft): draft
      case .node(let node):
        if case .mapping = node.content { MappingDraft(node) } else { nil }
      }
    }
  }

  private struct Slot {
    let key: String
    var keyRange: SourceRange
    var value: Value
  }

  /// The entries in their order; `nil` where one was removed.
  private var slots: [Slot?]
  private var positions: [String: Int]
  private var range: SourceRange

  /// Creates the draft of a mapping; anything else becomes an empty one.
  init(_ node: YAMLNode) {
    var entries: [YAMLEntry] = []
    if case .mapping(let some) = node.content { entries = some }
    slots = entries.map { Slot(key: $0.key, keyRange: $0.keyRange, value: .node($0.value)) }
    positions = Dictionary(
      entries.enumerated().map { ($1.key, $0) }, uniquingKeysWith: { first, _ in first })
    range = node.range
  }

  /// The mapping with all changes so far.
  var node: YAMLNode {
    let entries = slots.compactMap { slot in
      slot.map { YAMLEntry($0.key, at: $0.keyRange, $0.value.node) }
    }
    return YAMLNode(.mapping(entries), at: range)
  }

  /// Returns the value at the end of a path of keys.
  func value(at path: ArraySlice<String>) -> YAMLNode? {
    guard let key = path.first, let value = value(of: key) else { return nil }
    let rest = path.dropFirst()
    return switch value {
    case .draft(let draft) where !rest.isEmpty: draft.value(at: rest)
    default: rest.reduce(value.node) { $0?[$1] }
    }
  }

  /// Merges a value over the one at the end of a path of at least one key, or puts it in its place.
  func merge(
    _ value: YAMLNode, at path: ArraySlice<String>, keyRange: SourceRange, replacing: Bool = false
  ) {
    guard let key = path.first else { return }
    let rest = path.dropFirst()
    makeRoom(for: YAMLEntry(key, at: keyRange, value))
    range = value.range
    let below = self.value(of: key)
    let merged: Value
    if rest.isEmpty {
      merged = .node(replacing ? value : below.map { value.merged(over: $0.node) } ?? value)
    } else {
      let draft = below?.draft ?? MappingDraft(YAMLNode(.mapping([]), at: value.range))
      draft.merge(value, at: rest, keyRange: keyRange, replacing: replacing)
      merged = .draft(draft)
    }
    let slot = Slot(key: key, keyRange: keyRange, value: merged)
    if let position = positions[key] {
      slots[position] = slot
    } else {
      positions[key] = slots.count
      slots.append(slot)
    }
  }

  /// Removes entries of the mapping under a key.
  func remove(_ names: some Sequence<String>, under key: String) {
    guard let position = positions[key], let draft = value(of: key)?.draft else { return }
    for name in names { draft.remove(name) }
    slots[position]?.value = .draft(draft)
  }

  /// Removes what an entry replaces beside its own key.
  private func makeRoom(for entry: YAMLEntry) {
    if entry.key == Evidence.valueKey {
      slots = []
      positions = [:]
    }
    if !entry.isEvidence {
      for key in Evidence.reservedKeys where key != Evidence.valueKey { remove(key) }
    }
    for key in DelayForm.keys(replacedBy: [entry]) { remove(key) }
  }

  private func remove(_ key: String) {
    if let position = positions.removeValue(forKey: key) { slots[position] = nil }
  }

  private func value(of key: String) -> Value? {
    positions[key].flatMap { slots[$0]?.value }
  }
}
