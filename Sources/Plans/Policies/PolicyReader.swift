import GrowthloopFindings
import Profiles
import Vocabulary

/// A reader of a scenario's profile and the settings that it changes.
///
/// It reports every mistake at its place.
struct PolicyReader {
  static let profileKey = "profile"
  static let settingsKey = "policy"
  static let deliberateKey = "deliberately"

  /// A setting that the file changes, with its place.
  struct Written {
    let override: Profile.Override
    let keyRange: SourceRange
    let value: YAMLNode
  }

  let mapping: YAMLNode
  let findings: Findings

  /// Returns the profile with its settings changed; `nil` after a reported mistake.
  func read() -> Profile? {
    let unread = findings.unreadCount
    let id = readID()
    var profile = Profile(id ?? .rin)
    var refused: Set<String> = []
    let written =
      settings(under: Self.settingsKey, areDeliberate: false, refused: &refused)
      + settings(under: Self.deliberateKey, areDeliberate: true, refused: &refused)
    refused.formUnion(apply(written, to: &profile))
    if id != nil {
      for contradiction in profile.contradictions()
      where !contradiction.settings.contains(where: refused.contains) {
        tell(contradiction, in: profile, written)
      }
    }
    return findings.unreadCount == unread ? profile : nil
  }

  private func readID() -> ProfileID? {
    guard let node = mapping[Self.profileKey] else { return .rin }
    guard case .scalar(let scalar) = node.content, !scalar.isNull else {
      place(Self.profileKey).refuse(node, expecting: ProfileName.short.joined(separator: " | "))
      return nil
    }
    guard let id = ProfileName.id(scalar.text) else {
      let (message, nearest) = ProfileName.mistake(scalar.text)
      findings.add(
        Diagnostic(
          .error, message, at: node.range,
          remedy: nearest.map { "did you mean \($0)?" }
            ?? "known: " + ProfileName.short.joined(separator: ", ")))
      return nil
    }
    return id
  }

  private func settings(
    under key: String, areDeliberate: Bool, refused: inout Set<String>
  ) -> [Written] {
    guard let node = mapping[key] else { return [] }
    guard let entries = node.entries else {
      place(key).refuse(
        node, expecting: "a mapping from settings to values", remedy: "write prompts.lifetimeMax: 5"
      )
      return []
    }
    var written: [Written] = []
    for entry in entries {
      if let text = text(of: entry) {
        written.append(
          Written(
            override: Profile.Override(entry.key, text, isDeliberate: areDeliberate),
            keyRange: entry.keyRange, value: entry.value))
      } else {
        refused.insert(entry.key)
        refuse(entry)
      }
    }
    return written
  }

  /// Returns the value as the command line would write it; lists are joined by commas, if allowed.
  private func text(of entry: YAMLEntry) -> String? {
    switch entry.value.content {
    case .scalar(let scalar): return scalar.isNull ? nil : scalar.text
    case .sequence(let elements):
      guard Setting.named(entry.key)?.shape.hasLists == true else { return nil }
      let texts = elements.compactMap { element -> String? in
        guard case .scalar(let scalar) = element.content, !scalar.text.contains(",") else {
          return nil
        }
        return scalar.text
      }
      guard texts.count == elements.count else { return nil }
      return elements.isEmpty ? "none" : texts.joined(separator: ",")
    case .mapping, .unreadable: return nil
    }
  }

  /// Reports an unknown setting, or a value that is not text.
  private func refuse(_ entry: YAMLEntry) {
    if let setting = Setting.named(entry.key) {
      place(entry.key).refuse(
        entry.value, expecting: setting.expects, remedy: "write \(setting.value(in: .rin))")
    } else {
      let inner = entry.value.entries?.first.map { "\(entry.key).\($0.key)" }
      tellUnknown(entry, remedy: inner.map { "write \($0): … in one line" })
    }
  }

  private func tellUnknown(_ entry: YAMLEntry, remedy: String?) {
    let mistake = Profile.OverrideMistake.unknownSetting(entry.key)
    let near = findings.isFull ? nil : mistake.remedy(under: .rin)
    findings.add(
      Diagnostic(.error, mistake.message, at: entry.keyRange, remedy: near ?? remedy))
  }

  private func place(_ key: String) -> ValuePlace { ValuePlace(name: key, findings: findings) }
}

extension SettingShape {
  /// Whether a value may be a list.
  fileprivate var hasLists: Bool {
    switch self {
    case .list: true
    case .either(let shapes): shapes.contains(where: \.hasLists)
    case .choice, .flag, .whole, .number, .share, .time, .text: false
    }
  }
}
