public import Invites
public import RandomStreams
import RealFunctions
public import Vocabulary

/// How people share under one set of policies, made ready for many attempts.
///
/// An attempt is played through the flow that the policy opens, step by step: the flow says what is
/// to be done, chance says what comes of it, and the flow is told.
public final class SharingModel: Sendable {
  let policy: SharingPolicy
  let calendar: CalendarPolicy
  let behaviour: Sharing
  let targets: TargetChoice
  let perStep: DelayTable
  let perSheet: DelayTable
  let linkTime: DelayTable
  let offlineTime: DelayTable
  /// The logarithm of the chance that one more recipient follows; `nil` if none ever does.
  let moreRecipients: Double?
  /// The code of every link of the simulation: no flow looks at it.
  let code: InviteCode

  /// How often one person tries again within an attempt; assumed (grade D).
  static let patience = 3
  /// The most contacts that anybody ticks by hand; assumed (grade D).
  public static let mostPicked = 256
  /// The events within which every attempt ends.
  public static let mostEvents = 400

  /// - Throws: An error unless chances are from 0 to 1, there is at least one recipient, and times
  ///   are possible.
  public init(
    _ policy: SharingPolicy, calendar: CalendarPolicy, behaviour: Sharing
  ) throws(InvalidParameter) {
    try behaviour.requireChances()
    self.policy = policy
    self.calendar = calendar
    self.behaviour = behaviour
    targets = try TargetChoice(behaviour.channels)
    perStep = try DelayTable(behaviour.perStep)
    perSheet = try DelayTable(behaviour.perSheet)
    linkTime = try DelayTable(behaviour.linkTime)
    offlineTime = try DelayTable(behaviour.offlineTime)
    moreRecipients =
      behaviour.recipients > 1 ? Double.log(1 - 1 / behaviour.recipients) : nil
    do {
      code = try InviteCode(parsing: "simulate")
    } catch {
      preconditionFailure("\(error)")
    }
  }

  /// Plays one attempt of `sharer`, who taps `entry` at `now`.
  ///
  /// What counts toward the day's limit is entered into `tally`.
  public func attempt(
    from entry: FlowPolicy.EntryPoint, by sharer: Sharer, at now: Instant,
    tally: inout DailyTally, using chance: inout some RandomNumberGenerator
  ) -> SharingAttempt {
    attempt(from: entry, by: sharer, at: now, tally: &tally, using: &chance, tracing: nil)
  }

  /// The same, noting every step for whoever looks on.
  func attempt(
    from entry: FlowPolicy.EntryPoint, by sharer: Sharer, at now: Instant,
    tally: inout DailyTally, using chance: inout some RandomNumberGenerator,
    tracing trace: StepTrace?
  ) -> SharingAttempt {
    var course = SharingCourse(
      of: sharer, from: entry, at: now, tally: tally, chance: chance, under: self)
    course.trace = trace
    // Held twice, the tally would be copied at its next entry.
    tally = DailyTally()
    defer {
      tally = course.tally
      chance = course.chance
    }
    let isOnline = course.isOnline
    switch policy.flow.open(from: entry, in: policy.document) {
    case .notOffered(let rule):
      course.result.closedBy = rule
    case .opensSheet where entry == .contactDetail:
      course.play(
        ContactInvite(contact: sharer.contact, wasInvited: sharer.invitedContact),
        opening: .tapped(cachedLink: course.cachedLink(under: self), isOnline: isOnline),
        under: self)
    case .opensSheet:
      course.play(
        DirectShare(),
        opening: .opened(
          from: entry, cachedLink: course.cachedLink(under: self), isOnline: isOnline),
        under: self)
    case .opens(.picker, _):
      let flow = course.play(
        InviteFlow(advice: sharer.advice),
        opening: .opened(
          from: entry, sharer.access, explainedBefore: sharer.explainedBefore, isOnline: isOnline),
        under: self)
      course.result.advice = flow.advice
    case .opens:
      course.play(
        ShareScreen(),
        opening: .opened(
          from: entry, cachedLink: course.cachedLink(under: self), isOnline: isOnline),
        under: self)
    }
    return course.finish()
  }

  /// The number of people whom a share is meant for: geometric, of the mean that is set.
  func recipients(at place: Double) -> Int {
    guard let moreRecipients else { return 1 }
    return 1 + Int(min(Double.log(place) / moreRecipients, 1e6))
  }
}

extension Sharing {
  /// Throws the first parameter that is out of bounds.
  func requireChances() throws(InvalidParameter) {
    let chances: [(String, Double)] = [
      ("proceed", proceed), ("complete", complete), ("copy", copy), ("linkFailure", linkFailure),
      ("retry", retry), ("offline", offline), ("again", again), ("pasted", pasted),
      ("untold", untold), ("grantWithExplainer", grantWithExplainer),
      ("grantWithoutExplainer", grantWithoutExplainer), ("skip", skip),
      ("limitedGrant", limitedGrant), ("allowLater", allowLater),
      ("contactsFailure", contactsFailure), ("heedsWarning", heedsWarning), ("resume", resume),
    ]
    for (name, chance) in chances where !(chance >= 0 && chance <= 1) {
      throw InvalidParameter(name, is: chance, allowed: "from 0 to 1")
    }
    guard recipients >= 1, recipients < .infinity else {
      throw InvalidParameter("recipients", is: recipients, allowed: "at least 1")
    }
    guard limitedContacts >= 0 else {
      throw InvalidParameter("limitedContacts", is: Double(limitedContacts), allowed: "at least 0")
    }
  }
}
