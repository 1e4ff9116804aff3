import TestSupport
import Invites
import Testing
import Vocabulary

private let noon = TestSupport.noon(42)

private func join(_ change: (inout JoinFacts) -> Void = { _ in }) -> JoinFacts {
  var facts = JoinFacts(inviter: ann, invitee: bob, inviteeName: "Sam Park")
  change(&facts)
  return facts
}

@Suite("Notification · the push to the inviter")
struct JoinedPushTests {
  private func push(
    _ policy: NotificationPolicy, _ milestone: JoinMilestone, app: AppIdentity = .rin,
    texts: CopyPolicy = .rin, name: String? = "Sam Park"
  ) throws -> JoinedPush {
    let decision = policy.decide(
      milestone, at: noon, for: join { $0.inviteeName = name }, app: app, texts: texts)
    guard case .push(let push) = decision else {
      throw Missing()
    }
    return push
  }

  private struct Missing: Error {}

  @Test func `NOT-01, NOT-02, NOT-03, NOT-04, NAV-12 · rin, at the end of onboarding`() throws {
    let push = try push(.rin, .onboardingCompleted)
    #expect(push.text == "Sam Park joined Rin from your invite.")
    #expect(push.destination.url(app: .rin) == "rin://contacts/2")
    #expect(JoinedPush.type == "Invite accepted")
    #expect(push.inviter == ann)
    #expect(push.deadline == nil && push.isInTime(at: noon + .days(365)))
    #expect(push.inApp == nil)
    #expect(push.rule == "NOT-01")
  }

  @Test func `P-NTF-01, P-NTF-02, P-NTF-03, P-NTF-05, P-TAP-04 · the product, on acceptance`()
    throws
  {
    let push = try push(.product, .accepted, app: .product)
    #expect(push.text == "Sam Park just joined! Say hi.")
    // One tap: the push itself leads to the friend.
    #expect(push.destination == .connectionScreen(bob))
    #expect(push.inApp == .banner("Sam Park just joined! Say hi."))
    #expect(push.rule == "P-NTF-01")
  }

  @Test func `D-NTF-01, D-NTF-03, D-NTF-04, D-SUC-05, CNF-59 · the design, on sign-up`() throws {
    let push = try push(.design, .signedUp, app: .product, texts: .design)
    #expect(push.text == "Sam Park joined [App]!")
    #expect(push.destination == .friendProfile(bob))
    #expect(push.inApp == .profileBadge("Sam Park joined!"))
    var edgeCase = CopyPolicy.design
    edgeCase.precedence = [.edgeCase, .requirement]
    let other = try self.push(.design, .signedUp, app: .product, texts: edgeCase)
    #expect(other.text == "Sam Park joined [App]! Say hi.")
  }

  @Test func `D-NTF-02 · within five minutes, the last instant included`() throws {
    let push = try push(.design, .signedUp)
    #expect(push.deadline == noon + .minutes(5))
    #expect(push.isInTime(at: noon + .minutes(5)))
    #expect(!push.isInTime(at: noon + .minutes(5) + .milliseconds(1)))
  }

  @Test func `D-DEP-05, D-NTF-03, CNF-62 · someone without a name`() throws {
    #expect(try push(.design, .signedUp, name: nil).text == "Your friend joined!")
    #expect(
      try push(.rin, .onboardingCompleted, name: " ").text
        == "Someone joined Rin from your invite.")
    #expect(
      try push(.product, .accepted, name: nil).text == "Your friend just joined! Say hi.")
  }

  @Test(arguments: [
    "Sam Park", "Ōe Kenzaburō", "Jürgen Groß-Müller", "Анна Каренина", "Ελένη", "محمد علی", "נועה",
    "佐藤 さくら", "高橋ジョン", "김민준 金", "अनिता शर्मा", "สมชาย", "አበበ ቢቂላ", "თამარ", "J.R.R. Tolkien",
    "O'Brien", "Ka\u{02BB}ahumanu", "Sam 🎉", "👩‍💻 Ada", "Agent 47", "三郎",
    String(repeating: "n", count: 30),
  ])
  func `NOT-02 · a push names whoever has a name of people`(_ name: String) throws {
    #expect(
      try push(.rin, .onboardingCompleted, name: " \(name) ").text
        == "\(name) joined Rin from your invite.")
  }

  @Test(arguments: [
    String(repeating: "n", count: 31), "Your account is locked, call 0900 1234", "Call 117",
    "Call ١١٧", "Room ①②③", "see evil.com", "Evil.Com/x", "www.evil", "http://evil", "t.co/abc",
    "evil。com",
    "Sаm", "Sam Саша", "Σam", "Sam 田中", "नam", "𝐂𝐚ll", "Sam\nPark", "Sam\u{202E}kraP",
    "Sam\u{200B}Park",
    "Sam\u{E000}", " ",
  ])
  func `NOT-02, D-DEP-05 · a push about a name that may be a message names no one`(_ name: String)
    throws
  {
    #expect(
      try push(.rin, .onboardingCompleted, name: name).text
        == "Someone joined Rin from your invite.")
    let product = try push(.product, .accepted, name: name)
    #expect(product.inApp == .banner("Your friend just joined! Say hi."))
    let design = try push(.design, .signedUp, name: name)
    #expect(design.text == "Your friend joined!")
    #expect(design.inApp == .profileBadge("Your friend joined!"))
  }

  @Test func `NOT-07 · sending and tapping are logged with both persons`() throws {
    let push = try push(.rin, .onboardingCompleted)
    #expect(push.sentEvent == InviteEvent(.notificationSent, .pair(inviter: ann, invitee: bob)))
    #expect(push.tappedEvent == InviteEvent(.notificationTapped, .pair(inviter: ann, invitee: bob)))
  }

  @Test(arguments: JoinMilestone.allCases)
  func `NOT-08, CNF-19 · each profile has one moment`(_ milestone: JoinMilestone) {
    let moments: [(NotificationPolicy, JoinMilestone)] = [
      (.rin, .onboardingCompleted), (.product, .accepted), (.design, .signedUp),
    ]
    for (policy, moment) in moments {
      let decision = policy.decide(milestone, at: noon, for: join())
      #expect((decision == .none(because: .notTheMoment)) == (milestone != moment))
      if milestone != moment { #expect(decision.rule == "NOT-08") }
    }
  }

  struct Silence: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let facts: JoinFacts
    let reason: NotificationDecision.Reason
    let rule: RuleID
  }

  static let silences = [
    Silence(
      testDescription: "expired", facts: join { $0.credit = .expired },
      reason: .attributionExpired, rule: "NOT-05"),
    Silence(
      testDescription: "uninvited", facts: join { $0.credit = .none }, reason: .notCredited,
      rule: "ATT-15"),
    Silence(
      testDescription: "inviter deleted", facts: join { $0.inviterState = .deleted },
      reason: .inviterGone, rule: "NOT-09"),
    Silence(
      testDescription: "inviter suspended", facts: join { $0.inviterState = .suspended },
      reason: .inviterGone, rule: "NOT-09"),
    Silence(
      testDescription: "told before", facts: join { $0.wasNotified = true },
      reason: .alreadyNotified, rule: "NOT-10"),
    Silence(
      testDescription: "had an account", facts: join { $0.hadAccount = true },
      reason: .hadAccount, rule: "D-NTF-05"),
  ]

  @Test func `PER-07 · without permission no push is sent, and the app shows what it can itself`() {
    let facts = join { $0.allowsPushes = false }
    let rin = NotificationPolicy.rin.decide(.onboardingCompleted, at: noon, for: facts)
    #expect(rin == .none(because: .notPermitted))
    #expect(rin.rule == "PER-07")
    let product = NotificationPolicy.product.decide(.accepted, at: noon, for: facts)
    guard case .inApp(.banner(let text)) = product else {
      Issue.record("\(product)")
      return
    }
    #expect(text == "Sam Park just joined! Say hi.")
    #expect(product.rule == "PER-07")
    // What speaks against the news itself comes first.
    let gone = join {
      $0.allowsPushes = false
      $0.inviterState = .deleted
    }
    #expect(
      NotificationPolicy.product.decide(.accepted, at: noon, for: gone)
        == .none(because: .inviterGone))
  }

  @Test(arguments: silences)
  func `NOT-05, NOT-09, NOT-10, ATT-06, D-NTF-05 · when nobody is told`(_ silence: Silence) {
    for (policy, moment) in [
      (NotificationPolicy.rin, JoinMilestone.onboardingCompleted), (.design, .signedUp),
    ] {
      let decision = policy.decide(moment, at: noon, for: silence.facts)
      #expect(decision == .none(because: silence.reason))
      #expect(decision.rule == silence.rule)
    }
  }

  @Test func `P-NTF-04, NOT-10 · the server tells once, the client's tracker never`() {
    var told = 0
    var facts = join()
    for trigger in [NotificationPolicy.Trigger.client, .server, .client, .server] {
      facts.trigger = trigger
      switch NotificationPolicy.product.decide(.accepted, at: noon, for: facts) {
      case .push:
        #expect(trigger == .server)
        told += 1
        facts.wasNotified = true
      case .inApp: Issue.record("the phone allows pushes")
      case .none(let reason):
        #expect(reason == (trigger == .client ? .notTheTrigger : .alreadyNotified))
      }
    }
    #expect(told == 1)
  }

  @Test func `P-NTF-01 · in the product someone with an account may accept as well`() {
    let decision = NotificationPolicy.product.decide(
      .accepted, at: noon, for: join { $0.hadAccount = true })
    guard case .push = decision else {
      Issue.record("nobody was told")
      return
    }
  }

  @Test func `D-RES-09 · one link for two contacts: badge and push name whoever joined`() throws {
    var flow = InviteFlow.picking()
    let actions = flow.run([.toggled(ana), .toggled(ben), .tapped(.next)], under: .design)
    let links = actions.count { if case .createLink = $0 { true } else { false } }
    #expect(links == 1)
    let push = try push(.design, .signedUp)
    #expect(push.invitee == bob)
    #expect(push.text.hasPrefix("Sam Park "))
    #expect(push.inApp == .profileBadge("Sam Park joined!"))
    // Nothing that the push is made of tells which contact had been picked.
    #expect(
      Mirror(reflecting: join()).children.compactMap(\.label) == [
        "inviter", "inviterState", "invitee", "inviteeName", "credit", "hadAccount", "wasNotified",
        "allowsPushes", "trigger",
      ])
  }

  @Test func `NOT-06 · of all milestones one push comes, and it goes to the inviter`() {
    var facts = join()
    var pushes: [JoinedPush] = []
    for milestone in JoinMilestone.allCases + JoinMilestone.allCases {
      if case .push(let push) = NotificationPolicy.rin.decide(milestone, at: noon, for: facts) {
        pushes.append(push)
        facts.wasNotified = true
      }
    }
    #expect(pushes.map(\.inviter) == [ann])
  }
}
