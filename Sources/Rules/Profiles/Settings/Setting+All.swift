extension Setting {
  /// Every setting, in the order in which profiles are printed.
  public static let all: [Setting] =
    links + attribution + receipt + prompts + flow + limits + contacts + messages + share
    + onboarding + connection + visibility + failure + privacy + measures + events + plans + home

  /// The setting of that name.
  public static func named(_ name: String) -> Setting? { byName[name] }

  private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
}
