public import Vocabulary

/// The text of the prompt that follows a user's third session.
public enum SoftPromptText {
  /// The text with its claim; 002 has no source for the factor, so a what-if may vary it.
  public static func thirdSession(app: AppIdentity, claimedFactor: Int = 2) -> String {
    "Enjoying \(app.name)? Friends who join together stick around \(claimedFactor)x longer"
  }
}

extension MessageRules {
  static let prompts: [Rule] = [
    Rule(
      "P-ENT-10", "The third-session prompt has its own text; the factor it claims is a parameter.")
  ]
}
