import Invites

/// How members share.
public struct Sharing: Hashable, Sendable {
  /// The chance that a session leads to an entry point of sharing without a prompt.
  public var visit = 0.02
  /// How unequal members are in this: the shape of a gamma distribution of mean 1; small is unequal.
  public var propensityShape = 0.35
  /// What a member does with a prompt that is up: taps it, or dismisses it; the rest ignore it.
  ///
  /// With the chances below, one view in eleven leads to a share: Extole reports 10 %, Friendbuy 5 to
  /// 9 %.
  public var promptTap = 0.20
  public var promptDismiss = 0.40
  /// The chance that a share screen or picker that is open leads to a share sheet.
  public var proceed = 0.6
  /// The chance that a share sheet is completed rather than cancelled.
  public var complete = 0.75
  /// The chance that the link is copied instead.
  public var copy = 0.1
  /// The chance that creating the link fails, and that a failure is tried again.
  public var linkFailure = 0.01
  public var retry = 0.5
  /// The chance that the phone is offline.
  public var offline = 0.02
  /// The mean number of recipients of a completed share, at least one.
  public var recipients = 1.5
  /// The invites that a newcomer sends on reaching home, on average: a Poisson number.
  public var invitesAtHome = 0.0
  /// The invites that a member sends in a day outside of the app's screens, on average.
  public var invitesPerDay = 0.0
  /// How completed shares are spread over the channels.
  public var channels = ChannelMix()

  public init() {}
}

/// The weights of the channels.
public struct ChannelMix: Hashable, Sendable {
  public var messages = 0.45
  public var whatsapp = 0.30
  public var telegram = 0.05
  public var email = 0.05
  public var airdrop = 0.02
  public var other = 0.13

  public init() {}

  /// In the order of `ShareTarget.allCases`; copying is not a message.
  var weights: [Double] {
    ShareTarget.allCases.map { target in
      switch target {
      case .messages: messages
      case .whatsapp: whatsapp
      case .telegram: telegram
      case .email: email
      case .copy: 0
      case .airdrop: airdrop
      case .otherInstalled: other
      }
    }
  }
}
