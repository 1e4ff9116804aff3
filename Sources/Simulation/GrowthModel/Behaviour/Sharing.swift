import Vocabulary

/// How members share.
public struct Sharing: Hashable, Sendable {
  /// The chance that a session leads to an entry point of sharing without a prompt.
  public var visit = 0.02
  /// How unequal members are: the shape of a gamma distribution of mean 1, unequal if small.
  public var propensityShape = 0.35
  /// What a member does with a prompt that is up: taps it, or dismisses it; the rest ignore it.
  ///
  /// With the chances below, one view in ten or eleven leads to a share: Extole reports 10 %, Friendbuy 5 to
  /// 9 %.
  public var promptTap = 0.20
  public var promptDismiss = 0.40
  /// The chance that a share screen or picker that is open leads to a share sheet.
  public var proceed = 0.6
  /// The chance that a share sheet is completed rather than cancelled.
  public var complete = 0.75
  /// The chance that the link is copied instead: by the Copy button where there is one, else in the
  /// share sheet.
  public var copy = 0.1
  /// The chance that creating the link fails, and that a failure is tried again.
  public var linkFailure = 0.01
  public var retry = 0.5
  /// The chance that the phone is offline.
  public var offline = 0.02
  /// The mean number of recipients of a completed share, at least one.
  ///
  /// With the chance that a recipient taps, 40 %, a share brings two clicks: Friendbuy counts 1.8 to 2.8.
  public var recipients = 5.0
  /// The invites that a newcomer sends on reaching home, on average: a Poisson number.
  public var invitesAtHome = 0.0
  /// The invites that a member sends in a day outside of the app's screens, on average.
  public var invitesPerDay = 0.0
  /// How completed shares are spread over the channels.
  public var channels = ChannelMix()

  // What follows is assumed (grade D), but for the grants.

  /// The chance that a sheet that was cancelled is opened once more.
  public var again = 0.15
  /// The chance that a copied link is passed on to somebody.
  public var pasted = 0.6
  /// The chance that the system does not tell where a share went.
  public var untold = 0.05
  /// The share who allow contacts where the picker explains, and where the system asks at once.
  ///
  /// From below 40 % cold to 66 % after an explainer (Mulligan on Cluster; grade B).
  public var grantWithExplainer = 0.66
  public var grantWithoutExplainer = 0.40
  /// The share of those who do not allow contacts who skip the explainer; the rest deny the system.
  public var skip = 0.5
  /// The share of grants that are limited to some contacts, and how many these are at most.
  public var limitedGrant = 0.1
  public var limitedContacts = 10
  /// The chance that someone without a list of contacts follows the link that allows it.
  public var allowLater = 0.05
  /// The chance that contacts cannot be read.
  public var contactsFailure = 0.001
  /// The chance that someone who is warned of many recipients picks no more of them.
  public var heedsWarning = 0.3
  /// How long a tap in a flow takes, and how long the share sheet with what it opens.
  public var perStep = Delay.logNormal(median: .seconds(3), sigma: 0.6)
  public var perSheet = Delay.logNormal(median: .seconds(15), sigma: 0.8)
  /// How long the service takes to create a link; not rounded to seconds.
  public var linkTime = Delay.logNormal(median: .milliseconds(300), sigma: 0.8)
  /// How long a phone that is offline stays so.
  public var offlineTime = Delay.exponential(mean: .minutes(20))
  /// The chance that someone whose link waited for the network goes on when told that it is ready.
  public var resume = 0.3

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
}
