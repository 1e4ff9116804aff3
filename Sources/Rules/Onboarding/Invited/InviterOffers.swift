import Vocabulary

/// What the journey says of the inviter after the welcome.
public enum InviterOffers {
  /// The delayed wall; without a name it leaves the second half out (ours: CNF-62).
  public static func wall(for inviter: Inviter?) -> String {
    guard let name = inviter?.visibleName else { return "Sign up to save your progress" }
    return "Sign up to save your progress and connect with \(name)"
  }

  /// The action beside the first value; `nil` without a name to offer.
  public static func connect(with inviter: Inviter?) -> String? {
    inviter?.visibleName.map { "Connect with \($0)" }
  }

  /// The button inside an App Clip.
  public static let fullApp = "Get the Full App"
}

extension OnboardingRules {
  static let offers: [Rule] = [
    Rule("P-ONB-07", "The words of the delayed wall."),
    Rule("P-RCV-08", "At first value \"Connect with [Sender]\" stands out."),
    Rule("P-CLP-02", "The App Clip's button reads \"Get the Full App\"."),
  ]
}
