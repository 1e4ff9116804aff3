public import Vocabulary

/// What the app says it is.
public enum Positioning {
  public static func statement(for app: AppIdentity) -> String {
    "\(app.name) helps you organize and control your real-world network "
      + "from your phone contacts, without spam or forced social noise."
  }

  /// The candidates in order; the third is damaged in the source, and read with an apostrophe.
  public static let slogans = [
    primarySlogan,
    "Your contacts, finally under control.",
    "Findable when you want. Private when you don’t.",
    "Know your network. Control your reach.",
    "Turn contacts into real relationships.",
  ]

  /// The slogan of the first version's tests.
  public static let primarySlogan = "Own your network."
  public static let secondaryLine =
    "Make it easy to find you and hard to reach you without permission."
}

extension OnboardingRules {
  static let positioning: [Rule] = [
    Rule("POS-03", "The positioning statement."),
    Rule("POS-04", "The five slogan candidates, in order."),
    Rule("POS-05", "The primary slogan of the first version's tests."),
    Rule("POS-06", "The secondary line of the first version's tests."),
    Rule("POS-08", "The damaged third slogan is read with a right single quote."),
  ]
}
