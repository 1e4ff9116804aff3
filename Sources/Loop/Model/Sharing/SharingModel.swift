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

/// The state of a member who opens a sharing flow.
public struct Sharer: Hashable, Sendable, BitwiseCopyable {
  /// The app's access to the address book.
  public var access = ContactsAccess.notDetermined
  /// Whether the picker showed its explainer on an earlier visit.
  public var explainedBefore = false
  /// The number of contacts on the phone.
  public var contacts = 0
  /// The link from an earlier visit; the policy decides whether it is reused.
  public var held: HeldLink?
  /// The contact on whose page the flow was opened; unused at other entries.
  public var contact = ContactFacts(principal: nil, hasPhone: true, hasEmail: false)
  /// Whether the app has recorded an invite to this contact.
  public var invitedContact = false
  /// Whether the member edits the message before it is sent.
  public var edits = false
  /// The contacts of a picker that were invited too recently.
  public var resting = RestingContacts()
  /// The advice on bulk picking so far in the session.
  public var advice = BulkAdvice()

  public init() {}
}

/// A set of places in the order of considered contacts: those that may not be invited yet.
public struct RestingContacts: Hashable, Sendable, BitwiseCopyable {
  private var words = SIMD4<UInt64>()

  public init() {}

  /// The maximum of contacts that a member picks.
  static var most: Int { SharingModel.mostPicked }

  /// Whether the contact at `place`, from 0, may not be invited yet; `false` beyond the maximum.
  public subscript(place: Int) -> Bool {
    get { place < Self.most && words[place >> 6] >> UInt64(place & 63) & 1 == 1 }
    set {
      precondition(place < Self.most, "contact \(place) of at most \(Self.most)")
      let bit: UInt64 = 1 << UInt64(place & 63)
      if newValue { words[place >> 6] |= bit } else { words[place >> 6] &= ~bit }
    }
  }
}

extension SharingCourse {
  /// Performs an action of the flow, or records it as requested.
  mutating func perform(_ action: SharingAction, under model: SharingModel) {
    switch action {
    case .createLink: createLink(under: model)
    case .composeMessage:
      result.steps.insert(.linkReady)
      wants.insert(.message)
    case .presentSheet, .presentMessages: presentSheet(under: model)
    case .copyToClipboard: copied(under: model)
    case .showExplainer: result.steps.insert(.explained)
    case .askForContacts: result.steps.insert(.asked)
    case .show(.offline):
      result.steps.insert(.offline)
      endsAs = .offline
    case .queueCreation: queueCreation(under: model)
    case .warnOfManyRecipients:
      result.steps.insert(.warned)
      isWarned = true
    case .log(let event): note(event, under: model)
    case .stay(let reason) where reason == .notAnEntryPoint || reason == .alreadyInvited:
      result.closedBy = reason.rule(in: model.policy.document)
      isOver = true
    case .playHaptic, .show, .showToast, .showCounts, .open, .goBack, .openSystemSettings,
      .loadContacts, .reportContactsFailure, .hideWarning, .rememberInvited, .promptToShare, .wake,
      .stay:
      break
    }
  }

  private mutating func note(_ event: InviteEvent, under model: SharingModel) {
    trace?.log(event, at: now)
    switch (event.step, event.particulars) {
    case (.flowOpened, _): result.steps.insert(.opened)
    case (.linkCreated, _): result.steps.insert(.linkReady)
    case (.linkFailed, _):
      result.steps.insert(.linkFailed)
      endsAs = .linkFailed
    case (.contactsSelected, .contacts(let count)):
      result.steps.insert(.picked)
      result.selected = count
    case (.shareSheetCancelled, _):
      result.steps.insert(.sheetCancelled)
      endsAs = .cancelled
    case (.shared, .share(let share)): completed(share, under: model)
    default: break
    }
  }

  /// Returns whether the limits allow one more invite, and ends the attempt if not.
  mutating func mayInvite(
    _ kind: LimitPolicy.Counted, at moment: Instant, under model: SharingModel
  ) -> Bool {
    let decision = model.policy.limits.decide(
      .invite(kind), after: tally, at: moment, calendar: model.calendar,
      zone: model.zone)
    switch decision {
    case .allowed: return true
    case .refused(let refusal):
      result.refusal = refusal
      endsAs = .refused
      isOver = true
      return false
    }
  }

  private mutating func presentSheet(under model: SharingModel) {
    guard mayInvite(.sent, at: now, under: model) else { return }
    result.steps.insert(.sheetOpened)
    result.sheets += 1
    wants.insert(.sheet)
  }

  /// Returns the target of the share; a sheet also offers to copy.
  func target(under model: SharingModel) -> ShareTarget {
    draws.copy < model.behaviour.copy ? .copy : model.targets.target(at: draws.target)
  }

  /// Draws the result of the sheet; the first sheet uses the attempt's draws.
  mutating func closeSheet(under model: SharingModel) -> SheetResult {
    let isFirst = !result.steps.contains(.sheetCancelled)
    now = now + model.perSheet.time(at: isFirst ? draws.sheetTime : chance.openUniform())
    let isCompleted = (isFirst ? draws.complete : chance.uniform()) < model.behaviour.complete
    guard isCompleted else { return .cancelled }
    let target = target(under: model)
    result.target = target
    // On a contact's page the message is edited in the sheet, which tells the app what was sent.
    return .completed(
      draws.report < model.behaviour.untold ? nil : target,
      wasEdited: entry == .contactDetail && sharer.edits)
  }

  private mutating func completed(_ share: InviteEvent.Share, under model: SharingModel) {
    result.steps.insert(.completed)
    result.channel = share.channel
    held?.isSent = true
    model.policy.limits.record(.sent, in: &tally, at: now)
    let truth = model.policy.share.truth(selected: share.recipients ?? 0, using: &chance)
    let isPassedOn = result.target != .copy || happens(model.behaviour.pasted)
    guard truth.wasSent, isPassedOn else { return }
    result.wasSent = true
    result.selectedReached = truth.selectedReached
    result.recipients = share.recipients ?? recipients(under: model)
  }

  private mutating func copied(under model: SharingModel) {
    result.steps.insert(.copied)
    result.target = .copy
    result.channel = ReportedChannel.copy.named(in: model.policy.share)
    guard happens(model.behaviour.pasted) else { return }
    result.wasSent = true
    result.recipients = recipients(under: model)
  }

  /// Returns the number of recipients of a share without contacts picked in the app.
  private func recipients(under model: SharingModel) -> Int {
    if entry == .contactDetail || result.target == .airdrop { return 1 }
    return model.recipients(at: draws.recipients)
  }
}

/// The distribution of shares over targets.
struct TargetChoice: Hashable, Sendable {
  private let upToMessages: Double
  private let upToWhatsApp: Double
  private let upToTelegram: Double
  private let upToEmail: Double
  private let upToAirDrop: Double

  /// - Throws: `InvalidParameter` unless no weight is negative and their sum is above 0.
  init(_ mix: ChannelMix) throws(InvalidParameter) {
    let weights: [(String, Double)] = [
      ("messages", mix.messages), ("whatsapp", mix.whatsapp), ("telegram", mix.telegram),
      ("email", mix.email), ("airdrop", mix.airdrop), ("other", mix.other),
    ]
    for (name, weight) in weights where !(weight >= 0 && weight < .infinity) {
      throw InvalidParameter(name, is: weight, allowed: "at least 0 and finite")
    }
    let sum = weights.reduce(0) { $0 + $1.1 }
    guard sum > 0, sum < .infinity else {
      throw InvalidParameter("channels", is: sum, allowed: "weights with a sum above 0")
    }
    upToMessages = mix.messages / sum
    upToWhatsApp = upToMessages + mix.whatsapp / sum
    upToTelegram = upToWhatsApp + mix.telegram / sum
    upToEmail = upToTelegram + mix.email / sum
    upToAirDrop = upToEmail + mix.airdrop / sum
  }

  /// Returns the target at the proportion `place`, from 0 to 1, of all shares.
  func target(at place: Double) -> ShareTarget {
    if place < upToMessages { return .messages }
    if place < upToWhatsApp { return .whatsapp }
    if place < upToTelegram { return .telegram }
    if place < upToEmail { return .email }
    return place < upToAirDrop ? .airdrop : .otherInstalled
  }
}
