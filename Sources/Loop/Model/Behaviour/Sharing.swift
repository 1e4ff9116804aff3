public import Vocabulary

/// The behaviour of members in sharing.
public struct Sharing: Hashable, Sendable {
  /// The chance that a session leads to an entry point of sharing without a prompt.
  public var visit = 0.02
  /// The shape of the gamma distribution, of mean 1, of members' inclination to share; small values
  /// are unequal.
  public var propensityShape = 0.35
  /// The chances that a member taps or dismisses a prompt; the rest ignore it.
  ///
  /// With the chances below, one view in ten or eleven leads to a share: Extole reports 10 %,
  /// Friendbuy 5 to 9 %.
  public var promptTap = 0.20
  public var promptDismiss = 0.40
  /// The chance that a share screen or picker that is open leads to a share sheet.
  public var proceed = 0.6
  /// The chance that a share sheet is completed rather than cancelled.
  public var complete = 0.75
  /// The chance that the link is copied instead, by the Copy button or else in the share sheet.
  public var copy = 0.1
  /// The chance that a member edits the message before it is sent, where the app knows of that; an
  /// assumption (grade D).
  public var edit = 0.05
  /// The chances that creating the link fails, and that the member retries.
  public var linkFailure = 0.01
  public var retry = 0.5
  /// The chance that the phone is offline.
  public var offline = 0.02
  /// The mean number of recipients of a completed share, at least one.
  ///
  /// At a 40 % chance of a tap, a share brings two clicks; Friendbuy counts 1.8 to 2.8.
  public var recipients = 5.0
  /// The invites that a newcomer sends on reaching home, on average: a Poisson number.
  public var invitesAtHome = 0.0
  /// The invites that a member sends in a day outside of the app's screens, on average.
  public var invitesPerDay = 0.0
  /// The shape of the gamma distribution, of mean 1, of the members' factors on these two; `nil` where
  /// all members have the same.
  public var invitesShape: Double?
  /// How many times as much members invite without being asked whom no invite brought: the factor on
  /// `visit` and these two.
  public var founderFactor = 1.0
  /// The proportion of members of a keener kind, and how many times as much these invite.
  public var keenShare = 0.0
  public var keenFactor = 1.0
  /// The chance that a member whom an invite brought is of the kind of its sender; all others are keen
  /// with `keenShare`.
  public var keenLikeness = 0.0
  /// The most invites that a member has to send, as coupons in a survey; `nil` for no end.
  ///
  /// No document asks for such a limit (D-SEL-08 rules it out), so no profile has it.
  public var mostInvites: Int?
  /// The surplus of `visit` and `promptTap` when a member is new, and the time in which half of it is
  /// lost.
  public var noveltyLift = 0.0
  public var noveltyHalfLife = Interval.days(7)
  /// The proportion of the remaining stay that a dismissed prompt costs its member, and that a report
  /// as spam costs the sender of the invite.
  public var dismissalCost = 0.0
  public var complaintCost = 0.0
  /// The distribution of completed shares over the channels.
  public var channels = ChannelMix()

  // The following values are assumptions (grade D), except the grants.

  /// The chance that a cancelled sheet is opened again.
  public var again = 0.15
  /// The chance that a copied link is pasted to a recipient.
  public var pasted = 0.6
  /// The chance that the system does not report the target of a share.
  public var untold = 0.05
  /// The proportion who allow contacts after the picker's explainer, and at the system's question
  /// alone.
  ///
  /// From below 40 % cold to 66 % after an explainer (Mulligan on Cluster; grade B).
  public var grantWithExplainer = 0.66
  public var grantWithoutExplainer = 0.40
  /// The proportion of those without a grant who skip the explainer; the rest deny the system's
  /// request.
  public var skip = 0.5
  /// The proportion of grants that are limited to some contacts, and the maximum of these.
  public var limitedGrant = 0.1
  public var limitedContacts = 10
  /// The chance that a member without a list of contacts follows the link that allows it.
  public var allowLater = 0.05
  /// The chance that reading contacts fails.
  public var contactsFailure = 0.001
  /// The chance that a member taps Invite More on the screen that confirms a share.
  public var inviteMore = 0.0
  /// The chance that a member who is warned of many recipients picks no more.
  public var heedsWarning = 0.3
  /// The time of a tap in a flow, and of the share sheet with the app that it opens.
  public var perStep = Delay.logNormal(median: .seconds(3), sigma: 0.6)
  public var perSheet = Delay.logNormal(median: .seconds(15), sigma: 0.8)
  /// The service's time to create a link; not rounded to seconds.
  public var linkTime = Delay.logNormal(median: .milliseconds(300), sigma: 0.8)
  /// The time for which an offline phone stays offline.
  public var offlineTime = Delay.exponential(mean: .minutes(20))
  /// The chance that a member whose link waited for the network shares it when it is ready.
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
