public import Attribution
import GrowthloopModel
import Invites
import Profiles
import Prompts
import Vocabulary

/// The signals of a phone in requests, such that equal phones in the simulator have equal signals.
public struct Device: Sendable, Hashable {
  /// The address of its requests.
  let address: String
  let userAgent: String
  let locale: String
  let platform: String
  let osVersion: String
  /// `nil` where the phone does not send it.
  let model: String?
  let timeZone: String

  /// The phone of a person; no other has its address or its model.
  public init(of person: UInt32, isOnIOS: Bool = true, isElsewhere: Bool = false) {
    let place = isElsewhere ? 2 : 1
    self.init(
      address: Self.address(network: person, interface: UInt32(place)), isOnIOS: isOnIOS,
      version: 18, model: "phone\(person)", timeZone: "Europe/Berlin", locale: "en-US")
  }

  /// A phone with these signals; `isElsewhere` gives it an address that no other phone has.
  public init(telling signals: DeviceSignals, isElsewhere: Bool = false) {
    let model = signals[.model]
    self.init(
      address: Self.address(
        network: isElsewhere ? .max : signals[.addressPrefix], interface: signals[.address]),
      isOnIOS: signals[.platform] == 1, version: signals[.osVersion],
      model: model == 0 ? nil : "model\(model)", timeZone: "zone\(signals[.timeZone])",
      locale: "l\(signals[.language])-r\(signals[.locale])")
  }

  private init(
    address: String, isOnIOS: Bool, version: UInt32, model: String?, timeZone: String,
    locale: String
  ) {
    self.address = address
    platform = isOnIOS ? "iOS" : "Android"
    osVersion = "\(version).0"
    userAgent =
      isOnIOS
      ? "Mozilla/5.0 (iPhone; CPU iPhone OS \(version)_0 like Mac OS X) AppleWebKit/605.1.15 "
        + "(KHTML, like Gecko) Mobile/15E148 Safari/604.1"
      : "Mozilla/5.0 (Linux; Android \(version).0; Phone) AppleWebKit/537.36 Mobile Safari/537.36"
    self.model = model
    self.timeZone = timeZone
    self.locale = locale
  }

  /// An address of the range that is set aside for documents.
  private static func address(network: UInt32, interface: UInt32) -> String {
    func half(_ number: UInt32) -> String {
      "\(String(number >> 16, radix: 16)):\(String(number & 0xFFFF, radix: 16))"
    }
    return "2001:db8:\(half(network)):0:0:\(half(interface))"
  }
}

/// A recorder of people's actions and the rules' decisions in a simulation.
final class ScriptRecorder: GrowthObserver {
  /// The sender of an invite and its number among the sender's.
  private struct Invite: Hashable {
    let sender: UInt32
    let number: UInt16
  }

  private(set) var actions: [ScriptedAction] = []
  private(set) var expected = Expectations()
  private(set) var links = 0
  private(set) var credits: CreditAudit
  private(set) var prompts: PromptAudit
  private var latestLink: [UInt32: Int] = [:]
  private var linkOfInvite: [Invite: Int] = [:]
  /// The links that each person tapped in a browser.
  private var taps: [UInt32: [Tap]] = [:]
  private var firstShares: [Int: Instant] = [:]

  private struct Tap {
    let sender: UInt32
    let link: Int
    let at: Instant
  }

  init(_ policies: ReferencePolicies) {
    credits = CreditAudit(policies)
    prompts = PromptAudit(policies)
  }

  func observe(_ event: ServiceEvent, at moment: Instant) {
    credits.observe(event, at: moment)
    switch event {
    case .gotLink(let person): getLink(person, at: moment)
    case .shared(let person):
      let link = link(of: person, at: moment)
      add(.share(link), by: person, at: moment)
      firstShares[link] = firstShares[link] ?? moment
      expected.sharers.insert(person)
    case .invited(let sender, let invite, let previews):
      let link = link(of: sender, at: moment)
      linkOfInvite[Invite(sender: sender, number: invite)] = link
      for _ in 0..<previews { add(.preview(link), by: sender, at: moment) }
    case .tapped(let tap): observe(tap, at: moment)
    case .launched(let launch): observe(launch, at: moment)
    case .launchedAgain(let person, let signals):
      let device = signals.map { Device(telling: $0) } ?? Device(of: person)
      add(.launchAgain(device), by: person, at: moment)
    case .signedUp(let person):
      add(.signUp, by: person, at: moment)
      expected.referrals[person]?.signedUpAt = moment
    case .sawValue(let person): add(.seeValue, by: person, at: moment)
    case .accepted(let person, let isRefused):
      add(.accept(isRefused: isRefused), by: person, at: moment)
      if isRefused { expected.referrals[person]?.isWithdrawn = true }
      expected.referrals[person]?.acceptedAt = moment
    case .completedOnboarding(let person):
      add(.completeOnboarding, by: person, at: moment)
      expected.referrals[person]?.completedAt = moment
    case .deletedAccount(let person):
      add(.deleteAccount, by: person, at: moment)
      expected.deletions[person] = moment
    }
  }

  private func add(_ deed: ScriptedAction.Deed, by person: UInt32, at moment: Instant) {
    actions.append(ScriptedAction(at: moment, person: person, deed: deed))
  }

  private func getLink(_ person: UInt32, at moment: Instant) {
    add(.getLink(links), by: person, at: moment)
    latestLink[person] = links
    links += 1
  }

  private func link(of person: UInt32, at moment: Instant) -> Int {
    if let link = latestLink[person] { return link }
    getLink(person, at: moment)
    return links - 1
  }

  private func observe(_ tap: ServiceEvent.Tap, at moment: Instant) {
    guard let link = linkOfInvite[Invite(sender: tap.sender, number: tap.invite)] else {
      preconditionFailure("an unsent invite was tapped")
    }
    let isOnIOS: Bool
    switch tap.opener {
    case .signedInApp, .signedOutApp:
      let isSignedIn = tap.opener != .signedOutApp
      return add(.open(link, isSignedIn: isSignedIn, tap.received), by: tap.person, at: moment)
    case .browser(let platform): isOnIOS = platform == .iOS
    case .previewFetcher: preconditionFailure("messengers look, and tap nothing")
    }
    let device =
      tap.signals.map { Device(telling: $0) } ?? Device(of: tap.person, isOnIOS: isOnIOS)
    taps[tap.person, default: []].append(Tap(sender: tap.sender, link: link, at: moment))
    add(.tap(link, device, tap.received), by: tap.person, at: moment)
    if isOnIOS { add(.observe(link, device), by: tap.person, at: moment) }
  }

  private func observe(_ launch: ServiceEvent.Launch, at moment: Instant) {
    let device =
      launch.signals.map { Device(telling: $0, isElsewhere: launch.isLost) }
      ?? Device(of: launch.person, isElsewhere: launch.isLost)
    add(
      .launch(device, installedAt: launch.installedAt, launch.credit), by: launch.person,
      at: moment)
    var referral = ExpectedReferral(launch, at: moment)
    let click = launch.credit.decision.click
    let tap = taps.removeValue(forKey: launch.person)?.first {
      $0.at == click?.at && $0.sender == referral.inviter
    }
    referral.sentAt = tap.flatMap { firstShares[$0.link] }
    expected.referrals[launch.person] = referral
  }

  func note(_ event: StoryEvent, of person: UInt32, at moment: Instant) {
    switch event {
    case .wasThere: credits.noteMember(person)
    case .connection(let inviter, .connect) where expected.inviter(of: person) == inviter:
      expected.referrals[person]?.connectsBySignUp = true
    case .connection(let inviter, .suggest) where expected.inviter(of: person) == inviter:
      expected.referrals[person]?.suggests = true
    case .news(let invitee, _, .push): expected.referrals[invitee]?.toldAt = moment
    default: break
    }
  }

  func begin(session number: Int, of person: UInt32, isReturn: Bool, at moment: Instant) {
    prompts.begin(of: person, at: moment)
  }

  func observe(_ event: PromptEvent, of person: UInt32, at moment: Instant) {
    prompts.observe(event, of: person, at: moment)
  }

  func observe(_ decision: PromptDecision, of person: UInt32, at moment: Instant) {
    prompts.observe(decision, of: person, at: moment)
  }

  func answer(_ answer: PromptAnswer, of person: UInt32, at moment: Instant) {
    prompts.answer(answer, of: person, at: moment)
  }
}
