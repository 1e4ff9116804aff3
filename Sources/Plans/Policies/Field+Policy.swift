import Vocabulary
public import Profiles

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
        expects: ProfileName.short.joined(separator: " | "), shape: .choice(ProfileName.all),
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
