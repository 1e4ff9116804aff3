public import Attribution
public import Invites
import Onboarding
public import Profiles
public import Prompts
public import Vocabulary

/// Records every event that the product would fire in an observed run.
///
/// The rules decide which events a moment fires; this observer hands them the facts. Some facts are
/// known ahead of their moment, so an event waits until the run has reached it.
public final class EventRecorder: GrowthObserver {
  /// A newcomer whom a click brought, until the connection to the inviter is made.
  private struct Referral {
    let reference: InviteEvent.InviteReference
    let inviter: UInt32
    var signedUpAt: Instant?
    var acceptedAt: Instant?
    var isSuggested = false
  }

  /// The sender of an invite, and its number among the sender's.
  private struct Invite: Hashable {
    let sender: UInt32
    let number: UInt16
  }

  /// An event that was not taken yet, with the inviter whom it concerns.
  private struct Waiting {
    let event: FiredEvent
    let inviter: UInt32?

    /// Whether neither of the two deleted the account before; a link can be opened without one.
    func isOfAccounts(without deletions: [UInt32: Instant]) -> Bool {
      let person = event.event.step == .linkOpened ? nil : event.person
      return [person, inviter].compactMap(\.self).allSatisfy {
        deletions[$0].map { event.at <= $0 } ?? true
      }
    }
  }

  /// A tap of a person who may launch the app later.
  private struct Tap {
    let invite: Invite
    let at: Instant
  }

  private let codes: LinkPolicy.CodeScope
  /// The number of each sender's latest link, and that of each invite, where a user has many.
  private var links: [UInt32: UInt64] = [:]
  private var linkOfInvite: [Invite: UInt64] = [:]
  private var waiting: [Waiting] = []
  private var deletions: [UInt32: Instant] = [:]
  private var sessions: [UInt32: Int] = [:]
  private var cards: [UInt32: (trigger: PromptTrigger, number: Int)] = [:]
  private var referrals: [UInt32: Referral] = [:]
  private var taps: [UInt32: [Tap]] = [:]
  /// The pushes that will bring an inviter back, in the order of their decisions.
  private var returns: [UInt32: [(invitee: UInt32, at: Instant)]] = [:]

  /// Creates an observer of runs under `profile`.
  public init(under profile: Profile) {
    codes = profile.link.codeScope
  }

  /// Removes the events before `moment`, which the run has reached, and returns them in order.
  ///
  /// Of equal moments, the first recorded comes first. An event of people who deleted their account
  /// before it, or about them, is none.
  public func take(before moment: Instant) -> [FiredEvent] {
    let due = waiting.enumerated().filter { $0.element.event.at < moment }
    waiting.removeAll { $0.event.at < moment }
    return due.filter { $0.element.isOfAccounts(without: deletions) }
      .sorted { ($0.element.event.at, $0.offset) < ($1.element.event.at, $1.offset) }
      .map(\.element.event)
  }

  private func fire(
    _ event: InviteEvent, by person: UInt32, about inviter: UInt32? = nil, in session: Int? = nil,
    at moment: Instant
  ) {
    if let inviter, deletions[inviter] != nil { return }
    let session = session ?? sessions[person] ?? 0
    let fired = FiredEvent(event: event, person: person, session: session, at: moment)
    waiting.append(Waiting(event: fired, inviter: inviter))
  }

  private func fire(
    _ moment: InviteMoment, by person: UInt32, about inviter: UInt32? = nil,
    in session: Int? = nil, at now: Instant
  ) {
    for event in moment.events {
      fire(event, by: person, about: inviter, in: session, at: now)
    }
  }

  // MARK: Sessions and prompts

  public func begin(session number: Int, of person: UInt32, isReturn: Bool, at moment: Instant) {
    sessions[person] = number
    fire(.appOpened, by: person, at: moment)
    guard isReturn, let place = returns[person]?.firstIndex(where: { $0.at == moment }),
      let push = returns[person]?.remove(at: place)
    else { return }
    fire(.pushTapped(inviter: id(person), invitee: id(push.invitee)), by: person, at: moment)
  }

  public func expect(returnOf inviter: UInt32, to invitee: UInt32, at moment: Instant) {
    returns[inviter, default: []].append((invitee, moment))
  }

  public func observe(_ decision: PromptDecision, of person: UInt32, at moment: Instant) {
    let number = decision.isShown ? decision.number : nil
    if let number { cards[person] = (decision.trigger, number) }
    fire(.promptDecided(decision.trigger, number: number), by: person, at: moment)
  }

  public func answer(_ answer: PromptAnswer, of person: UInt32, at moment: Instant) {
    guard answer != .ignored, let card = cards.removeValue(forKey: person) else { return }
    fire(
      .promptAnswered(card.trigger, number: card.number, isTapped: answer == .tapped),
      by: person, at: moment)
  }

  // MARK: Stories

  public func note(_ event: StoryEvent, of person: UInt32, at moment: Instant) {
    switch event {
    case .wasThere(_, let history):
      if history.sessions > 0 { sessions[person] = history.sessions }
    case .arrived: fire(.appOpened, by: person, at: moment)
    case .firstRun(let story): fire(story, by: person)
    case .connection(let inviter, let decision) where referrals[person]?.inviter == inviter:
      settle(decision, of: person, at: moment)
    case .news(let invitee, _, .push):
      // The service sends the push, outside of any visit of the inviter.
      fire(
        .pushSent(inviter: id(person), invitee: id(invitee)), by: person, about: person, in: 0,
        at: moment)
    default: break
    }
  }

  public func decide(_ event: StoryEvent, of person: UInt32, at moment: Instant) {
    guard case .shared(let story) = event else { return }
    for logged in story.events { fire(logged.step, by: person, at: logged.at) }
  }

  /// Fires the spine of the way in, and the beginning of invited onboarding.
  ///
  /// The other milestones of the journey depend on the credit, and are observed where it is known.
  private func fire(_ story: FirstRunStory, by person: UInt32) {
    for (event, moment) in story.events.map({ ($0.step, $0.at) }) {
      if event == .onboardingStarted {
        let isInvited = story.walk.journey.isInvited
        fire(.onboardingBegan(isInvited: isInvited), by: person, at: moment)
      } else if JourneyEvent.spine.contains(event), let step = event.inviteStep {
        fire(InviteEvent(step), by: person, at: moment)
      }
    }
  }

  private func settle(_ decision: ConnectionDecision, of person: UInt32, at moment: Instant) {
    switch decision {
    case .connect:
      connect(person, at: moment)
    case .suggest:
      referrals[person]?.isSuggested = true
      connectIfAccepted(person)
    case .alreadyConnected, .none: break
    }
  }

  /// Connects a newcomer with an account who accepted what was suggested.
  private func connectIfAccepted(_ person: UInt32) {
    guard let referral = referrals[person], referral.isSuggested,
      let signedUp = referral.signedUpAt, let accepted = referral.acceptedAt
    else { return }
    referrals[person]?.isSuggested = false
    connect(person, at: max(signedUp, accepted))
  }

  private func connect(_ person: UInt32, at moment: Instant) {
    guard let referral = referrals[person] else { return }
    fire(
      .connected(inviter: id(referral.inviter), invitee: id(person)), by: person,
      about: referral.inviter, at: moment)
  }

  // MARK: Links

  public func observe(_ event: ServiceEvent, at moment: Instant) {
    switch event {
    case .gotLink(let person) where codes != .perUser: links[person, default: 0] += 1
    case .invited(let sender, let number, _) where codes != .perUser:
      linkOfInvite[Invite(sender: sender, number: number)] = links[sender] ?? 0
    case .gotLink, .invited, .shared: break
    case .deletedAccount(let person): deletions[person] = moment
    case .tapped(let tap): observe(tap, at: moment)
    case .launched(let launch): observe(launch, at: moment)
    case .launchedAgain(let person, _): fire(.appOpened, by: person, at: moment)
    case .signedUp(let person):
      referrals[person]?.signedUpAt = moment
      reach(person, at: moment) { .signedUp(isReferred: $0 != nil) }
      connectIfAccepted(person)
    case .sawValue(let person):
      reach(person, at: moment) { .firstValueSeen(isReferred: $0 != nil) }
    case .accepted(let person, isRefused: true):
      // Without the credit its later milestones concern no inviter.
      referrals[person] = nil
      waiting.removeAll {
        $0.event.person == person && $0.inviter != nil && $0.event.at > moment
      }
    case .accepted(let person, isRefused: false):
      referrals[person]?.acceptedAt = moment
      connectIfAccepted(person)
    case .completedOnboarding(let person):
      reach(person, at: moment) { .onboardingCompleted($0, invitee: id(person)) }
    }
  }

  /// Fires a milestone of a newcomer, from the link of the credit; `nil` without one.
  private func reach(
    _ person: UInt32, at now: Instant,
    _ milestone: (InviteEvent.InviteReference?) -> InviteMoment
  ) {
    let referral = referrals[person]
    fire(milestone(referral?.reference), by: person, about: referral?.inviter, at: now)
  }

  private func observe(_ tap: ServiceEvent.Tap, at moment: Instant) {
    let (isInstalled, opener): (Bool, InviteEvent.Opener)
    switch tap.opener {
    case .signedInApp(let relation):
      (isInstalled, opener) = (true, relation == .same ? .owner : .signedIn)
    case .signedOutApp: (isInstalled, opener) = (true, .signedOut)
    case .browser, .previewFetcher: (isInstalled, opener) = (false, .signedOut)
    }
    let invite = Invite(sender: tap.sender, number: tap.invite)
    if !isInstalled {
      taps[tap.person, default: []].append(Tap(invite: invite, at: moment))
    }
    fire(
      .linkTapped(
        reference(to: tap.sender, by: invite), appInstalled: isInstalled, by: opener),
      by: tap.person, about: tap.sender, at: moment)
  }

  private func observe(_ launch: ServiceEvent.Launch, at moment: Instant) {
    let tapped = taps.removeValue(forKey: launch.person)
    guard let inviter = launch.credit.credited, let click = launch.credit.decision.click else {
      return
    }
    let tap = tapped?.last { $0.at == click.at && $0.invite.sender == inviter }
    let reference = reference(to: inviter, by: tap?.invite)
    referrals[launch.person] = Referral(reference: reference, inviter: inviter)
    fire(
      .launched(reference, daysSinceClick: Int((moment - click.at).wholeDays)), by: launch.person,
      about: inviter, at: moment)
  }

  /// Returns the link of an invite, with a code made of the numbers of the two.
  ///
  /// `invite` is `nil` for a click that another person made, which only a false match finds.
  private func reference(to sender: UInt32, by invite: Invite?) -> InviteEvent.InviteReference {
    let link = codes == .perUser ? 0 : invite.flatMap { linkOfInvite[$0] }
    return InviteEvent.InviteReference(
      code: link.map { .numbered(UInt64(sender) << 16 | $0 & 0xFFFF) },
      referrer: id(sender))
  }

  private func id(_ person: UInt32) -> PrincipalID { PrincipalID(rawValue: UInt64(person)) }
}

/// An event of the product that a run fired, before it is named by a vocabulary.
public struct FiredEvent: Sendable {
  public let event: InviteEvent
  /// The number of the person in the market.
  public let person: UInt32
  /// The number of the person's session, from 1; 0 outside of sessions, as in the first run.
  public let session: Int
  public let at: Instant
}

extension FiredEvent {
  /// The account of the person in exports, whose number is that of the market.
  public var user: PrincipalID { PrincipalID(rawValue: UInt64(person)) }

  /// A number of the visit that no other visit of the run has.
  public var visit: UInt64 { UInt64(person) << 16 | UInt64(min(session, Int(UInt16.max))) }
}

/// An action of a person that a link service receives; people are numbers of the market.
public enum ServiceEvent: Sendable {
  /// A member's app got a link, new or reused.
  case gotLink(UInt32)
  /// A share sheet reported that the member shared.
  case shared(UInt32)
  /// A member sent an invite, and messengers fetched this many previews of its link.
  case invited(by: UInt32, invite: UInt16, previews: Int)
  case tapped(Tap)
  case launched(Launch)
  /// A person with an account installed the app again.
  case launchedAgain(UInt32, signals: DeviceSignals?)
  /// A newcomer has an account.
  case signedUp(UInt32)
  case sawValue(UInt32)
  /// A newcomer accepted the invite; refused if its link had no acceptances left.
  case accepted(UInt32, isRefused: Bool)
  case completedOnboarding(UInt32)
  case deletedAccount(UInt32)

  /// A tap on the link of an invite.
  public struct Tap: Sendable {
    public let person: UInt32
    /// The sender of the invite, and its number among the sender's.
    public let sender: UInt32
    public let invite: UInt16
    /// The opener of the link: a browser, or the app.
    public let opener: LinkOpener
    /// The signals of the browser; `nil` where phones are identified.
    public let signals: DeviceSignals?
    public let received: ReceiptDecision
  }

  /// A launch, and its credit decision.
  public struct Launch: Sendable {
    public let person: UInt32
    public let installedAt: Instant
    /// The signals of the app; `nil` where phones are identified.
    public let signals: DeviceSignals?
    /// Whether the match was lost on the way to the app.
    public let isLost: Bool
    public let credit: CreditStory
  }
}
