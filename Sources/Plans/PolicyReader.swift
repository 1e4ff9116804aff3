import GrowthloopFindings
public import Profiles
public import Vocabulary

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
    endWindow(in: &profile, written)
    if id != nil {
      for contradiction in profile.contradictions()
      where !contradiction.settings.contains(where: refused.contains) {
        tell(contradiction, in: profile, written)
      }
    }
    return findings.unreadCount == unread ? profile : nil
  }

  /// Lets a window end at the first launch (CNF-02) where one is set under a profile without any, and
  /// no one says where it ends.
  private func endWindow(in profile: inout Profile, _ written: [Written]) {
    let (window, end) = ("attribution.windowDays", "attribution.windowEndsAt")
    let names = written.map(\.override.name)
    guard names.contains(window), !names.contains(end),
      Setting.named(window)?.value(in: profile) != "none",
      Setting.named(end)?.value(in: profile) == "none"
    else { return }
    try? profile.apply([Profile.Override(end, "firstLaunch", isDeliberate: false)])
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

extension TextShape {
  /// Whether a value may be a list.
  fileprivate var hasLists: Bool {
    switch self {
    case .list: true
    case .either(let shapes): shapes.contains(where: \.hasLists)
    default: false
    }
  }
}

extension PolicyReader {
  /// Applies the valid settings, reports the others, and returns the names of the latter.
  func apply(_ written: [Written], to profile: inout Profile) -> Set<String> {
    do throws(Profile.OverrideMistakes) {
      try profile.apply(written.map(\.override))
      return []
    } catch {
      let refused = Set(error.mistakes.map(\.setting))
      for mistake in error.mistakes { tell(mistake, under: profile, written) }
      let sound = written.map(\.override).filter { !refused.contains($0.name) }
      // All are valid by now; an invalid one was reported with the others.
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

  /// Reports settings that contradict each other, where one of them was written.
  func tell(
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
        }), afterReading: true)
  }
}

extension Field {
  /// Returns a field for the profile of a scenario, by `profile:`, and single settings, by
  /// `policy:`.
  ///
  /// `deliberately:` takes the settings that the profile otherwise rules out.
  public static func policy(_ path: any WritableKeyPath<Root, Profile> & Sendable) -> Field {
    Field(
      keys: [PolicyReader.profileKey, PolicyReader.settingsKey, PolicyReader.deliberateKey],
      path: path,
      describe: { root in PolicyReader.descriptions(of: root[keyPath: path]) },
      read: { reading, root in
        let reader = PolicyReader(mapping: reading.mapping, findings: reading.findings)
        if let profile = reader.read() { root[keyPath: path] = profile }
      },
      parameters: { _, _, _ in [] })
  }
}

extension PolicyReader {
  fileprivate static func descriptions(of profile: Profile) -> [FieldDescription] {
    let empty = OrderedJSON.object([])
    let settings = "a mapping from settings to values"
    return [
      FieldDescription(
        key: profileKey, meaning: "The position on everything that the documents dispute.",
        expects: ProfileName.short.joined(separator: " | "),
        shape: .scalar(.choice(ProfileName.all)),
        defaultValue: .text(profile.id.rawValue)),
      FieldDescription(
        key: settingsKey, meaning: "Single settings that differ from the profile.",
        expects: settings, shape: .settings, defaultValue: empty),
      FieldDescription(
        key: deliberateKey,
        meaning: "Settings changed on purpose although the profile rules the change out.",
        expects: settings, shape: .settings, defaultValue: empty),
    ]
  }
}

extension Profile.OverrideMistake {
  /// The setting of the mistake.
  public var setting: String {
    switch self {
    case .unknownSetting(let name), .badValue(let name, _, _), .givenTwice(let name):
      name
    }
  }

  /// The mistake in words, for files and command line alike.
  public var message: String {
    switch self {
    case .unknownSetting(let name): "unknown setting \(name.quoted)"
    case .badValue(let name, let value, let expects):
      "\(name.quoted) must be \(expects), not \(value.quoted)"
    case .givenTwice(let name): "\(name.quoted) is set more than once"
    }
  }

  /// The known setting that was probably meant by an unknown one.
  public var nearestSetting: String? {
    guard case .unknownSetting(let name) = self else { return nil }
    return Suggestion.nearest(to: name, among: Setting.all.map(\.name))
  }

  /// The mistake, and the setting that was probably meant.
  public var messageWithSuggestion: String {
    message + (nearestSetting.map { "; did you mean '\($0)'?" } ?? "")
  }

  /// What to write instead: a word that resembles, or the value of the profile.
  func remedy(under profile: Profile) -> String? {
    switch self {
    case .unknownSetting(let name):
      if let nearestSetting { return "did you mean \(nearestSetting)?" }
      let section = String(name.prefix { $0 != "." })
      let isKey =
        section != name && GrowthScenario.fields.contains { $0.keys.contains(section) }
      return isKey ? "it is no rule: write it outside of '\(PolicyReader.settingsKey)'" : nil
    case .givenTwice: return "keep one of the two"
    case .badValue(let name, let value, _):
      guard let setting = Setting.named(name) else { return nil }
      let words = setting.shape.words
      if let near = Suggestion.remedy(for: value, among: words) { return near }
      let usual = setting.value(in: profile)
      // Of words alone the message has all: the one of the profile would be no better than another.
      if words.contains(usual), !words.contains("none") { return nil }
      return "write \(usual)" + (words.contains("none") && usual != "none" ? ", or none" : "")
    }
  }
}

extension TextShape {
  /// The words accepted as a value.
  fileprivate var words: [String] {
    switch self {
    case .choice(let words): words
    case .flag: ["true", "false"]
    case .either(let shapes): shapes.flatMap(\.words)
    case .list(let shape): shape.words + ["none"]
    default: []
    }
  }
}

/// The names by which people choose a profile.
public enum ProfileName {
  /// The short names, in the order of the profiles.
  public static let short = ProfileID.allCases.map(\.shortName)
  /// Every accepted name.
  public static let all = short + [ProfileID.product.rawValue, ProfileID.design.rawValue]

  /// Returns the profile of that name.
  public static func id(_ name: String) -> ProfileID? {
    ProfileID.allCases.first { $0.shortName == name || $0.rawValue == name }
  }

  /// Returns the error for an unknown name, and separately the nearest known name.
  public static func mistake(_ name: String) -> (message: String, nearest: String?) {
    ("unknown profile \(name.quoted)", Suggestion.nearest(to: name, among: all.sorted()))
  }
}
