import Vocabulary

/// How newcomers fare on the way to home.
public struct FirstRun: Hashable, Sendable {
  /// The chance of leaving at a screen that is not named otherwise.
  public var dropPerScreen = 0.02
  /// The chance of leaving where the phone number is verified.
  public var dropAtCode = 0.25
  /// The share who allow contacts after the explainer, and without one.
  public var grantWithExplainer = 0.66
  public var grantWithoutExplainer = 0.40
  /// How long a screen takes.
  public var perScreen = Delay.logNormal(median: .seconds(8), sigma: 0.8)

  public init() {}
}
