public import Invites
public import RandomStreams
public import Vocabulary

/// Plays attempts to share under one set of policies, with tables for many attempts.
///
/// The flow that the policy opens runs step by step: it requests actions, draws decide their
/// results, and the results are its next events.
public final class SharingModel: Sendable {
  let policy: SharingPolicy
  let calendar: CalendarPolicy
  let zone: CivilZone
  let behaviour: Sharing
  let targets: TargetChoice
  let perStep: DelayTable
  let perSheet: DelayTable
  let linkTime: DelayTable
  let offlineTime: DelayTable
  /// The logarithm of the chance of one more recipient; `nil` if that chance is 0.
  let moreRecipients: Double?
  /// The code of every simulated link, which no flow reads.
  let code: InviteCode

  /// The message after a member has edited it.
  static let editedMessage = "Join me!"
  /// The maximum of retries in an attempt; assumed (grade D).
  static let patience = 3
  /// The maximum of contacts that a member picks by hand; assumed (grade D).
  public static let mostPicked = 256
  /// The maximum of times that a member invites more from the screen that confirms a share;
  /// assumed (grade D).
  static let mostRepeated = 10
  /// The maximum of events in an attempt.
  public static let mostEvents = 400

  /// - Throws: `InvalidParameter` unless chances are from 0 to 1, recipients are at least 1, and
  ///   times are valid.
  public init(
    _ policy: SharingPolicy, calendar: CalendarPolicy, zone: CivilZone, behaviour: Sharing
  ) throws(InvalidParameter) {
    try behaviour.requireChances()
    self.policy = policy
    self.calendar = calendar
    self.zone = zone
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
  /// Invites that count toward the day's limit are added to `tally`.
  public func attempt(
    from entry: FlowPolicy.EntryPoint, by sharer: Sharer, at now: Instant,
    tally: inout DailyTally, using chance: inout some RandomNumberGenerator
  ) -> SharingAttempt {
    var flow: InviteFlow?
    return attempt(
      from: entry, by: sharer, at: now, tally: &tally, using: &chance, goingOnIn: &flow,
      tracing: nil)
  }

  /// Plays the same attempt, and records its steps in `trace`.
  ///
  /// A flow goes on with a tap on Invite More; it is there again after an attempt that ends with one.
  func attempt(
    from entry: FlowPolicy.EntryPoint, by sharer: Sharer, at now: Instant,
    tally: inout DailyTally, using chance: inout some RandomNumberGenerator,
    goingOnIn open: inout InviteFlow?, tracing trace: StepTrace?
  ) -> SharingAttempt {
    var course = SharingCourse(
      of: sharer, from: entry, at: now, tally: tally, chance: chance, under: self)
    course.trace = trace
    // With a second reference, the tally would be copied at its next change.
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
        open ?? InviteFlow(advice: sharer.advice),
        opening: open.map { _ in .tapped(.inviteMore) }
          ?? .opened(
            from: entry, sharer.access, explainedBefore: sharer.explainedBefore,
            isOnline: isOnline),
        under: self)
      course.result.advice = flow.advice
      open = course.result.steps.contains(.askedForMore) ? flow : nil
    case .opens:
      course.play(
        ShareScreen(),
        opening: .opened(
          from: entry, cachedLink: course.cachedLink(under: self), isOnline: isOnline),
        under: self)
    }
    return course.finish()
  }

  /// Returns the number of recipients at quantile `place`: geometric, with the mean of the
  /// behaviour.
  func recipients(at place: Double) -> Int {
    guard let moreRecipients else { return 1 }
    return 1 + Int(min(Double.log(place) / moreRecipients, 1e6))
  }
}

extension Sharing {
  /// Validates the parameters.
  ///
  /// - Throws: `InvalidParameter` for the first that is out of bounds.
  func requireChances() throws(InvalidParameter) {
    let chances: [(String, Double)] = [
      ("proceed", proceed), ("complete", complete), ("copy", copy), ("linkFailure", linkFailure),
      ("retry", retry), ("offline", offline), ("again", again), ("pasted", pasted),
      ("untold", untold), ("grantWithExplainer", grantWithExplainer),
      ("grantWithoutExplainer", grantWithoutExplainer), ("skip", skip),
      ("limitedGrant", limitedGrant), ("allowLater", allowLater),
      ("contactsFailure", contactsFailure), ("heedsWarning", heedsWarning), ("resume", resume),
      ("inviteMore", inviteMore), ("edit", edit),
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
