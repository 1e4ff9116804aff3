import Attribution
import Invites
import Profiles
import Prompts
import Vocabulary

/// What the model keeps about people beside their state: only what the rules or the behaviour ask
/// for, in an experiment those of any arm.
struct MarketNeeds: Hashable, Sendable {
  /// Whether stays change after they began: by friends, dismissed prompts, or reports as spam.
  var staysChange: Bool
  /// Whether friends in the app change how long and how often it is used.
  var countsFriends: Bool
  /// Whether links expire or limit acceptances, so that each invite's link is known.
  var keepsLinks: Bool
  /// Whether links limit acceptances.
  var limitsLinks: Bool
  /// Whether the matching service asks for more than the clicks of the newcomer's own phone.
  var storesClicks: Bool
  /// Whether a rule or the behaviour asks which contacts are users.
  var knowsUsers: Bool
  /// Whether the rules depend on the contacts that a member invited by name.
  var remembersContacts: Bool
  /// Whether a chance depends on the invites that the recipient had before.
  var countInvites: Bool
  /// Whether a trigger asks for the duplicates in address books.
  var countDuplicates: Bool
  /// Whether members of some kind invite more than others.
  var tellsKinds: Bool
  /// Whether the invites of a member's life are limited.
  var limitsInvites: Bool

  init(_ profile: Profile, _ behaviour: Behaviour) {
    countsFriends = behaviour.use.friendStay > 0 || behaviour.use.friendActivity > 0
    staysChange =
      countsFriends || behaviour.sharing.dismissalCost > 0 || behaviour.sharing.complaintCost > 0
    keepsLinks = profile.link.expiry != nil || profile.link.maxAcceptances != nil
    limitsLinks = profile.link.maxAcceptances != nil
    storesClicks = !behaviour.devices.areIdentified || profile.deferred.falseMatchRate > 0
    knowsUsers = countsFriends || profile.matchesContacts
    remembersContacts =
      profile.history.memory == .device
      && (profile.flow.perContactInvite || profile.limits.reinviteCooldown != nil)
    countInvites = !behaviour.recipients.repeatOdds.isEmpty
    countDuplicates = profile.prompts.triggers.contains(.dedupReview)
    tellsKinds = behaviour.sharing.founderFactor != 1 || behaviour.sharing.keenFactor != 1
    limitsInvites = behaviour.sharing.mostInvites != nil
  }

  /// The needs of a plan with all its arms.
  init(of plan: GrowthPlan) {
    self.init(plan.profile, plan.behaviour)
    for arm in plan.experiment?.variants ?? [] {
      add(MarketNeeds(arm.profile, arm.behaviour))
    }
  }

  private mutating func add(_ other: MarketNeeds) {
    staysChange = staysChange || other.staysChange
    countsFriends = countsFriends || other.countsFriends
    keepsLinks = keepsLinks || other.keepsLinks
    limitsLinks = limitsLinks || other.limitsLinks
    storesClicks = storesClicks || other.storesClicks
    knowsUsers = knowsUsers || other.knowsUsers
    remembersContacts = remembersContacts || other.remembersContacts
    countInvites = countInvites || other.countInvites
    countDuplicates = countDuplicates || other.countDuplicates
    tellsKinds = tellsKinds || other.tellsKinds
    limitsInvites = limitsInvites || other.limitsInvites
  }
}

extension Profile {
  /// Whether a rule asks which contacts are users.
  var matchesContacts: Bool {
    flow.serverMatching && flow.entryPoints.contains(.contactDetail)
  }
}
