public import Onboarding
public import RandomStreams
public import Vocabulary

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
