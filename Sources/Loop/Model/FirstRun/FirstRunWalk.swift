import Invites
public import Onboarding
public import RandomStreams
public import Vocabulary

/// The result of a newcomer's first run, from the launch to home or to the screen of leaving.
public struct FirstRunWalk: Hashable, Sendable, BitwiseCopyable {
  /// The connection of inviter and newcomer, as far as the first run decides it.
  public enum Connection: UInt8, CaseIterable, Sendable, BitwiseCopyable {
    case none
    /// The policy connects them in the background.
    case automatic
    /// The newcomer was offered the connection, and did not accept.
    case offered
    /// The newcomer accepted the offer.
    case accepted
  }

  /// The journey at its end: the last screen, the milestones, and the access to contacts.
  public internal(set) var journey: Journey
  /// The screens that were shown, except the store.
  public internal(set) var screens = SmallSet<JourneyScreen>()
  /// Whether the newcomer left before home.
  public internal(set) var hasLeft = false
  public internal(set) var connection = Connection.none

  // Times are counted from the launch; nil for events outside of the first run.

  /// The time at which the newcomer had an account: new or signed in to, verified or not.
  public internal(set) var signedUpAfter: Interval?
  /// The time at which the connection was made automatically, or offered.
  public internal(set) var connectionAfter: Interval?
  /// The time at which the destination or home was reached.
  public internal(set) var completedAfter: Interval?
  /// The time of the first value, as the policy defines it; a delivered invite comes later.
  public internal(set) var firstValueAfter: Interval?
  /// The time from the launch to the end, in whole seconds.
  public internal(set) var took = Interval.zero
  /// Whether the explainer for the address book was shown, and whether the system's question was.
  public internal(set) var wasExplained = false
  public internal(set) var wasAsked = false
  /// Whether the app generated the username.
  public internal(set) var hasGeneratedUsername = false
  /// The number of inputs to the journey.
  public internal(set) var inputs = 0

  init(journey: Journey) {
    self.journey = journey
  }

  /// Returns the time at which the newcomer accepts the invite: with an offered connection, else
  /// with the account; nil if never.
  func takesInviteAfter(under policy: ConnectionPolicy) -> Interval? {
    switch policy.mode {
    case .suggested: connection == .accepted ? connectionAfter : nil
    case .autoMutualAtVerification, .none: signedUpAfter
    }
  }

  /// The screen at the end.
  public var lastScreen: JourneyScreen { journey.screen }
  public var milestones: Milestones { journey.milestones }
  public var access: ContactsAccess { journey.access }
}

/// Plays newcomers' first runs under one set of rules, with tables for many walks.
public final class FirstRunModel: Sendable {
  let rules: JourneyRules
  let behaviour: FirstRun
  let perScreen: DelayTable
  let codeTime: DelayTable
  let syncTime: DelayTable
  /// The walks of invited and organic newcomers, where the first run is not played.
  private let direct: (invited: FirstRunWalk, organic: FirstRunWalk)?

  /// The maximum of codes that a newcomer waits for; assumed (grade D).
  static let patience = 3
  /// The maximum of inputs in a walk.
  public static let mostInputs = 80

  /// - Throws: `InvalidParameter` unless chances are from 0 to 1 and times are valid.
  public init(_ rules: JourneyRules, behaviour: FirstRun) throws(InvalidParameter) {
    let chances: [(String, Double)] = [
      ("dropPerScreen", behaviour.dropPerScreen), ("dropAtCode", behaviour.dropAtCode),
      ("dropAtAccount", behaviour.dropAtAccount),
      ("grantWithExplainer", behaviour.grantWithExplainer),
      ("notNow", behaviour.notNow), ("limitedGrant", behaviour.limitedGrant),

      ("skipUsername", behaviour.skipUsername), ("wrongNumber", behaviour.wrongNumber),
      ("wrongCode", behaviour.wrongCode), ("findings", behaviour.findings),
      ("acceptConnection", behaviour.acceptConnection), ("act", behaviour.act),
    ]
    for (name, chance) in chances where !(chance >= 0 && chance <= 1) {
      throw InvalidParameter(name, is: chance, allowed: "from 0 to 1")
    }
    self.rules = rules
    self.behaviour = behaviour
    perScreen = try DelayTable(behaviour.perScreen)
    codeTime = try DelayTable(behaviour.codeTime)
    syncTime = try DelayTable(behaviour.syncTime)
    direct = behaviour.isPlayed ? nil : try Self.directWalks(under: rules)
  }

  private static func directWalks(
    under rules: JourneyRules
  ) throws(InvalidParameter) -> (invited: FirstRunWalk, organic: FirstRunWalk) {
    let model = try FirstRunModel(rules, behaviour: .direct)
    // Direct newcomers use no draw.
    let draw = RandomStream(key: 0)[0]
    var newcomer = Newcomer()
    let organic = model.walk(of: newcomer, at: Instant(milliseconds: 0), by: draw)
    newcomer.isInvited = true
    return (model.walk(of: newcomer, at: Instant(milliseconds: 0), by: draw), organic)
  }

  /// Plays the first run of `newcomer`, who launches the app at `now`, until home or until they
  /// leave.
  public func walk(of newcomer: Newcomer, at now: Instant, by draw: Draw) -> FirstRunWalk {
    if let direct { return newcomer.isInvited ? direct.invited : direct.organic }
    var course = FirstRunCourse(of: newcomer, at: now, by: draw)
    course.run(under: self) { _, _ in }
    return course.finish()
  }

  /// Returns the screens and the events of the same walk, each with its moment.
  func trace(
    of newcomer: Newcomer, at now: Instant, by draw: Draw
  ) -> (screens: [TimedStep<JourneyScreen>], events: [TimedStep<JourneyEvent>]) {
    guard direct == nil else { return ([TimedStep(step: .home, at: now)], []) }
    var screens: [TimedStep<JourneyScreen>] = []
    let trace = JourneyTrace()
    var course = FirstRunCourse(of: newcomer, at: now, by: draw)
    course.trace = trace
    course.run(under: self) { screens.append(TimedStep(step: $0, at: $1)) }
    return (screens, trace.events)
  }

  /// Returns the chance that a newcomer leaves at `screen`.
  func drop(at screen: JourneyScreen, isInvited: Bool) -> Double {
    let drop =
      switch screen {
      case .code: behaviour.dropAtCode
      case .account: behaviour.dropAtAccount
      case .home: 0.0
      case .appStore, .appClip, .welcome, .reasons, .privacy, .phoneNumber, .explainer, .name,
        .photo, .username, .sharing, .syncing, .destination:
        behaviour.dropPerScreen
      }
    guard isInvited else { return drop }
    return drop * behaviour.inviteContext * (screen == .welcome ? behaviour.socialProof : 1)
  }
}

/// A newcomer at the beginning of the first run.
public struct Newcomer: Hashable, Sendable, BitwiseCopyable {
  /// Whether a link led to an inviter who still has an account.
  public var isInvited = false
  /// The owner of the account to which the sign-up leads.
  public var owner = AccountOwner.newPrincipal
  /// The number of contacts on the phone.
  public var contacts = 0

  public init() {}
}
