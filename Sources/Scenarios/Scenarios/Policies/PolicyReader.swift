import Diagnostics
import Profiles
import Vocabulary

/// Reads the profile of a scenario with the settings that it changes, and tells every mistake where
/// it was written.
struct PolicyReader {
  static let profileKey = "profile"
  static let settingsKey = "policy"
  static let deliberateKey = "deliberately"

  /// A setting that the file changes, and where it does.
  private struct Written {
    let override: Profile.Override
    let keyRange: SourceRange
    let value: YAMLNode
  }

  let mapping: YAMLNode
  let findings: Findings

  /// Returns the profile with its settings changed; `nil` where a mistake was told.
  func read() -> Profile? {
    let errors = findings.errorCount
    let id = readID()
    var profile = Profile(id ?? .rin)
    let written =
      settings(under: Self.settingsKey, areDeliberate: false)
      + settings(under: Self.deliberateKey, areDeliberate: true)
    let refused = apply(written, to: &profile)
    if id != nil {
      for contradiction in profile.contradictions()
      where !contradiction.settings.contains(where: refused.contains) {
        tell(contradiction, in: profile, written)
      }
    }
    return findings.errorCount == errors ? profile : nil
  }

  private func readID() -> ProfileID? {
    guard let node = mapping[Self.profileKey] else { return .rin }
    guard case .scalar(let scalar) = node.content, !scalar.isNull else {
      place(Self.profileKey).refuse(
        node, "must be \(ProfileName.short.joined(separator: " | ")), not \(node.brief)")
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

  private func settings(under key: String, areDeliberate: Bool) -> [Written] {
    guard let node = mapping[key] else { return [] }
    guard let entries = node.entries else {
      place(key).refuse(
        node, "must be a mapping from settings to values, not \(node.brief)",
        remedy: "write prompts.lifetimeMax: 5")
      return []
    }
    return entries.compactMap { entry in
      text(of: entry).map { text in
        Written(
          override: Profile.Override(entry.key, text, isDeliberate: areDeliberate),
          keyRange: entry.keyRange, value: entry.value)
      }
    }
  }

  /// The value as the command line would write it; lists are joined by commas.
  private func text(of entry: YAMLEntry) -> String? {
    switch entry.value.content {
    case .scalar(let scalar) where !scalar.isNull: return scalar.text
    case .sequence(let elements):
      let texts = elements.compactMap { element in
        if case .scalar(let scalar) = element.content { scalar.text } else { nil }
      }
      if texts.count == elements.count {
        return elements.isEmpty ? "none" : texts.joined(separator: ", ")
      }
    case .scalar, .mapping, .unreadable: break
    }
    guard let setting = Setting.named(entry.key) else {
      let inner = entry.value.entries?.first.map { "\(entry.key).\($0.key)" }
      tellUnknown(entry, remedy: inner.map { "write \($0): … in one line" })
      return nil
    }
    place(entry.key).refuse(
      entry.value, "must be \(setting.expects), not \(entry.value.brief)",
      remedy: "write \(setting.value(in: .rin))")
    return nil
  }

  private func tellUnknown(_ entry: YAMLEntry, remedy: String?) {
    let mistake = Profile.OverrideMistake.unknownSetting(entry.key)
    let near = findings.isFull ? nil : mistake.remedy(under: .rin)
    findings.add(
      Diagnostic(.error, mistake.message, at: entry.keyRange, remedy: near ?? remedy))
  }

  private func place(_ key: String) -> ValuePlace { ValuePlace(name: key, findings: findings) }
}

// MARK: What the rules say

extension PolicyReader {
  /// Takes what is right, tells what is wrong, and returns the names of the latter.
  private func apply(_ written: [Written], to profile: inout Profile) -> Set<String> {
    do throws(Profile.OverrideMistakes) {
      try profile.apply(written.map(\.override))
      return []
    } catch {
      let refused = Set(error.mistakes.map(\.setting))
      for mistake in error.mistakes { tell(mistake, under: profile, written) }
      let sound = written.map(\.override).filter { !refused.contains($0.name) }
      // Sound by now; were one of them not, it would have been told with the others.
      try? profile.apply(sound)
      return refused
    }
  }

  private func tell(
    _ mistake: Profile.OverrideMistake, under profile: Profile, _ written: [Written]
  ) {
    let places = written.filter { $0.override.name == mistake.setting }
    guard let last = places.last else { return }
    let remedy = findings.isFull ? nil : mistake.remedy(under: profile)
    switch mistake {
    case .unknownSetting:
      findings.add(Diagnostic(.error, mistake.message, at: last.keyRange, remedy: remedy))
    case .badValue:
      findings.add(Diagnostic(.error, mistake.message, at: last.value.range, remedy: remedy))
    case .givenTwice:
      findings.add(
        Diagnostic(
          .error, mistake.message, at: last.keyRange, remedy: remedy,
          notes: places.dropLast().map {
            Diagnostic(.note, "it was first set here", at: $0.keyRange)
          }))
    }
  }

  /// Tells settings that cannot hold together where one of them was written.
  private func tell(
    _ contradiction: Contradiction, in profile: Profile, _ written: [Written]
  ) {
    let places = contradiction.settings.compactMap { name in
      written.first { $0.override.name == name }
    }
    let ruleSet = written.first { $0.override.name == "prompts.ruleSet" }
    let isAboutPrompts = contradiction.settings.contains { $0.hasPrefix("prompts.") }
    let range =
      places.first?.value.range ?? (isAboutPrompts ? ruleSet?.value.range : nil)
      ?? mapping[Self.profileKey]?.range ?? mapping.range
    findings.add(
      Diagnostic(
        .error, contradiction.described(in: profile), at: range,
        remedy: contradiction.isAllowedDeliberately
          ? "if it is meant, write it under \(Self.deliberateKey):" : nil,
        notes: places.dropFirst().map {
          Diagnostic(.note, "the other was set here", at: $0.value.range)
        }))
  }
}
