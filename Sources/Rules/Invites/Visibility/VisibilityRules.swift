public import Vocabulary

/// The rule book of what an inviter is shown.
public enum VisibilityRules {
  public static let all: [Rule] =
    acceptance + view + dashboard + texts + footer + screen + layout + statusPage
}
