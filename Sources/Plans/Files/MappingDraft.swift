import GrowthloopFindings
import Profiles

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

/// A converter of changes from the command line into a document that lies over the file's.
struct OverrideLayer {
  /// The declared fields of the scenario.
  let fields: [FieldDescription]
  let limits: YAMLLimits
  let findings: Findings

  /// Returns the changes over `document`, and reports those that name no key or the same key twice.
  func lay(_ overrides: [ScenarioOverride], over document: YAMLNode) -> YAMLNode {
    var seen: [String: ScenarioOverride] = [:]
    var draft: MappingDraft?
    for override in overrides {
      if let first = seen[override.key] {
        findings.add(
          Diagnostic(
            .error, "\(override.key.quoted) is set more than once", at: override.keyRange,
            notes: [Diagnostic(.note, "it was first set here", at: first.keyRange)]))
        continue
      }
      seen[override.key] = override
      guard let path = path(of: override, in: document),
        let value = override.node(within: limits, noting: findings)
      else { continue }
      let whole = draft ?? MappingDraft(document)
      if let days = defaultDays(around: path), whole.value(at: path.dropLast()) == nil {
        whole.merge(
          days.node(at: value.range), at: path.dropLast(), keyRange: override.keyRange)
      }
      whole.merge(override, value, at: path, replacing: isTable(path))
      draft = whole
    }
    return draft?.node ?? document
  }

  /// Returns whether a path leads to a table, whose entries a file names as it likes: a new one takes
  /// the place of the old one.
  private func isTable(_ path: [String]) -> Bool {
    if case .table = field(at: path)?.shape { return true }
    return false
  }

  /// The values of all days by default, around one that a path leads to: a change of one leaves the
  /// others.
  private func defaultDays(around path: [String]) -> OrderedJSON? {
    guard path.count > 1, path.last.flatMap({ Int($0) }) != nil else { return nil }
    return field(at: path.dropLast())?.defaultValue
  }

  private func field(at path: some Sequence<String>) -> FieldDescription? {
    var shape = ValueShape.section(fields)
    var field: FieldDescription?
    for key in path {
      field = shape.fields.first { $0.key == key }
      shape = field?.shape ?? .anything
    }
    return field
  }

  /// Returns the keys that lead to an override's target; reports an unknown name and returns `nil`.
  private func path(of override: ScenarioOverride, in document: YAMLNode) -> [String]? {
    let key = override.key
    let side = override.isDeliberate ? PolicyReader.deliberateKey : PolicyReader.settingsKey
    let knowsSettings = fields.contains { $0.key == side }
    let parts = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    // `rollout.stages` is a setting, and a key that takes its place where a file has it.
    let isWritten =
      !override.isDeliberate && parts.reduce(Optional(document)) { $0?[$1] } != nil
    if knowsSettings, !isWritten, Setting.named(key) != nil { return [side, key] }
    if !override.isDeliberate, fields.contains(where: { $0.key == parts[0] }) {
      let hasDottedKeys = [
        PolicyReader.settingsKey, PolicyReader.deliberateKey, ObservedOutput.section,
      ].contains(parts[0])
      return hasDottedKeys && parts.count > 2
        ? [parts[0], parts.dropFirst().joined(separator: ".")] : parts
    }
    let known =
      (override.isDeliberate ? [] : fields.flatMap(\.paths))
      + (knowsSettings ? Setting.all.map(\.name) : [])
    let remedy =
      Suggestion.nearest(to: key, among: known).map { "did you mean \($0)?" }
      ?? Self.namesakes(of: parts[parts.count - 1], among: known)
      ?? lists(settingsAlone: override.isDeliberate)
    findings.add(
      Diagnostic(.error, "unknown key \(key.quoted)", at: override.keyRange, remedy: remedy))
    return nil
  }

  /// Returns the keys with that word in them; `nil` without any, or with too many to read.
  private static func namesakes(of word: String, among known: [String]) -> String? {
    // `tap` is the last word of `recipients.tap`, and in those of others by chance.
    let own = known.filter { $0.hasSuffix(".\(word)") }
    if own.count == 1 { return "did you mean \(own[0])?" }
    let alike = known.filter { $0.lowercased().contains(word.lowercased()) }
    guard word.count > 2, (1...6).contains(alike.count) else { return nil }
    return "did you mean one of \(alike.joined(separator: ", "))?"
  }

  /// Returns the command that lists the available keys; `nil` where no command does.
  private func lists(settingsAlone: Bool) -> String? {
    if settingsAlone { return "growthloop profiles lists the settings" }
    if let kind = fields.first(where: { $0.key == "plan" })?.expects {
      return "growthloop schema --plan \(kind) --reference lists the keys"
    }
    return fields.contains { $0.key == PolicyReader.settingsKey }
      ? "growthloop schema --reference lists the keys, growthloop profiles the settings" : nil
  }
}

extension MappingDraft {
  /// Merges the value of a change, which decides whether a setting is deliberate.
  fileprivate func merge(
    _ override: ScenarioOverride, _ value: YAMLNode, at path: [String], replacing: Bool
  ) {
    var value = value
    if override.isAddition, let list = self.value(at: path[...]) {
      value = list.followed(by: value)
    }
    let (plain, deliberate) = (PolicyReader.settingsKey, PolicyReader.deliberateKey)
    if path[0] == plain || path[0] == deliberate {
      let names = path.count > 1 ? [path[1]] : value.entries?.map(\.key) ?? []
      remove(names, under: path[0] == plain ? deliberate : plain)
    }
    merge(value, at: path[...], keyRange: override.keyRange, replacing: replacing)
  }
}

extension OrderedJSON {
  /// The value as it would be read, at a place in a file.
  fileprivate func node(at range: SourceRange) -> YAMLNode {
    guard case .object(let members) = self else {
      return YAMLNode(.scalar(YAMLScalar(asYAML)), at: range)
    }
    return YAMLNode(
      .mapping(members.map { YAMLEntry($0.key, at: range, $0.value.node(at: range)) }), at: range)
  }
}

extension FieldDescription {
  /// The dotted names of the key and of those within it.
  var paths: [String] { [key] + shape.fields.flatMap(\.paths).map { "\(key).\($0)" } }
}

extension ValueShape {
  /// The keys declared in a value.
  fileprivate var fields: [FieldDescription] {
    switch self {
    case .section(let fields): fields
    case .optional(let shape), .evidence(let shape): shape.fields
    case .either(let shapes): shapes.flatMap(\.fields)
    case .scalar, .list, .table, .anything, .settings: []
    }
  }
}
