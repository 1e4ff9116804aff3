public import Invites
public import Vocabulary

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

  // What sets invites apart; without these, all have the same chances.

  /// The standard deviation of the inviters' effect on the logits of `tap` and `install`, whose means
  /// stay as they are.
  public var inviterSpread = 0.0
  /// The factors on the odds of a tap, by the channel, by the trigger of the prompt that led to the
  /// invite, and for an invite to a contact by name.
  public var channelOdds = Odds<ShareTarget>()
  public var triggerOdds = Odds<PromptTrigger>()
  public var byNameOdds = 1.0
  /// The factors on these odds for the first invite that a person gets, the second and so on.
  ///
  /// The last is for all later ones; empty, an invite is as good as the one before.
  public var repeatOdds: [Double] = []

  public init() {}
}
