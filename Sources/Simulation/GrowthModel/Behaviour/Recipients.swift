import Vocabulary

/// The behaviour of recipients of an invite.
public struct Recipients: Hashable, Sendable {
  /// The chance that a recipient taps the link.
  public var tap = 0.40
  public var tapDelay = Delay.logNormal(median: .hours(2), sigma: 1.6)
  /// The chance that a tap by a person without the app leads to an install.
  public var install = 0.25
  public var installDelay = Delay.logNormal(median: .minutes(570), sigma: 1.634)
  public var launchDelay = Delay.logNormal(median: .minutes(2), sigma: 1.5)

  /// The chance that the recipient of an invite reports it as spam.
  public var complaint = 0.001

  public init() {}
}
