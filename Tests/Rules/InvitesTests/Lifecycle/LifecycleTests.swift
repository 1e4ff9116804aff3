import Invites
import Testing
import Vocabulary

@Suite("Lifecycle · created, sent, opened, accepted, expired")
struct LifecycleTests {
  typealias Fixture = LinkFixture

  /// Plays a time line, a character a day, and returns the status of each day.
  ///
  /// `s` is a share that is completed, `c` one that is cancelled, `o` a tap on the link, `a` an
  /// acceptance by somebody who tapped just then, and `-` nothing. `X` in the answer is expired.
  private func play(_ days: String, under policy: LinkPolicy = .product) -> String {
    var invite = InviteLifecycle(createdAt: Fixture.noon, under: policy)
    var statuses = ""
    for (day, mark) in days.enumerated() {
      let now = Fixture.noon + .days(Int64(day))
      let event: InviteLifecycle.Event =
        switch mark {
        case "s": .shareCompleted
        case "c": .shareCancelled
        case "o": .opened
        case "a": .accepted(clickedAt: now)
        default: .timePassed
        }
      _ = invite.receive(event, at: now, under: policy)
      statuses += invite.status == .expired ? "X" : invite.status.rawValue.prefix(1).uppercased()
    }
    return statuses
  }

  struct Story: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let events: String
    let statuses: String
  }

  static let forward = [
    Story(testDescription: "the straight way", events: "-soa-", statuses: "CSOAA"),
    Story(testDescription: "shared twice", events: "ss", statuses: "SS"),
    Story(testDescription: "opened twice", events: "soo", statuses: "SOO"),
    Story(testDescription: "cancelled, then shared", events: "ccs", statuses: "CCS"),
    Story(testDescription: "copied by hand", events: "-o", statuses: "CO"),
    Story(testDescription: "reported as sent after all", events: "os", statuses: "OO"),
    Story(testDescription: "opened after it was accepted", events: "soao", statuses: "SOAA"),
    Story(testDescription: "shared after it was accepted", events: "soasc", statuses: "SOAAA"),
  ]

  @Test(arguments: forward)
  func `P-INV-07, P-INV-12, P-INV-14 · an invite only ever moves forward`(_ story: Story) {
    #expect(play(story.events) == story.statuses)
  }

  @Test
  func `P-INV-11, P-EDG-07 · a new record is created, and stays so when the share is cancelled`() {
    var invite = InviteLifecycle(createdAt: Fixture.noon, under: .product)
    #expect(invite.status == .created)
    let step = invite.receive(.shareCancelled, at: Fixture.noon, under: .product)
    #expect(step == .stayed(because: .shareCancelled))
    #expect(step.rule == "P-INV-11")
    #expect(invite.status == .created)
  }

  @Test func `P-INV-12 · each step names its rule`() {
    var invite = InviteLifecycle(createdAt: Fixture.noon, under: .product)
    let steps = [.shareCompleted, .opened, .accepted(clickedAt: Fixture.noon)].map {
      (event: InviteLifecycle.Event) in
      invite.receive(event, at: Fixture.noon, under: .product)
    }
    #expect(steps == [.moved(to: .sent), .moved(to: .opened), .moved(to: .accepted)])
    #expect(steps.allSatisfy { $0.rule == "P-INV-12" })
  }

  @Test func `LNK-15, P-INV-14 · a link that was pasted somewhere counts its tap all the same`() {
    for policy in [LinkPolicy.rin, .product, .design] {
      var invite = InviteLifecycle(createdAt: Fixture.noon, under: policy)
      let step = invite.receive(.opened, at: Fixture.noon + .days(1), under: policy)
      #expect(step == .moved(to: .opened))
      #expect(policy.standing(of: invite, clickedAt: Fixture.noon + .days(1)) == .valid)
    }
  }

  struct Age: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let age: Interval
    let isExpired: Bool
  }

  static let ages = [
    Age(
      testDescription: "a millisecond short of 30 days", age: Fixture.aMonth - Fixture.moment,
      isExpired: false),
    Age(testDescription: "30 days to the millisecond", age: Fixture.aMonth, isExpired: false),
    Age(
      testDescription: "a millisecond older", age: Fixture.aMonth + Fixture.moment,
      isExpired: true),
  ]

  @Test(arguments: ages)
  func `P-INV-10, P-INV-13 · what nobody took expires when older than thirty days`(_ example: Age) {
    let now = Fixture.noon + example.age
    for events in [[], [.shareCompleted], [.shareCompleted, .opened]] as [[InviteLifecycle.Event]] {
      var invite = InviteLifecycle(createdAt: Fixture.noon, under: .product)
      #expect(invite.expiresAt == Fixture.noon + .days(30))
      for event in events { _ = invite.receive(event, at: Fixture.noon, under: .product) }
      let before = invite.status
      #expect(invite.status(at: now) == (example.isExpired ? .expired : before))
      let step = invite.receive(.timePassed, at: now, under: .product)
      #expect(step == (example.isExpired ? .moved(to: .expired) : .stayed(because: .stillValid)))
      #expect(step.rule == "P-INV-13")
    }
  }

  @Test(arguments: ages)
  func `P-INV-13 · the last instant still takes an invite`(_ example: Age) {
    let now = Fixture.noon + example.age
    var invite = InviteLifecycle(createdAt: Fixture.noon, under: .product)
    let step = invite.receive(.accepted(clickedAt: now), at: now, under: .product)
    #expect(step == (example.isExpired ? .refused(because: .expired) : .moved(to: .accepted)))
    #expect(invite.status == (example.isExpired ? .expired : .accepted))
  }

  @Test func `P-INV-07, P-INV-13, P-INV-14 · the accepted never expires, the expired stays so`() {
    #expect(
      InviteStatus.allCases.map(\.rawValue)
        == ["created", "sent", "opened", "accepted", "expired"])
    let month = String(repeating: "-", count: 30)
    #expect(play("soa" + month).last == "A")
    #expect(play(month + "-soac-") == String(repeating: "C", count: 31) + "XXXXX")
  }

  @Test func `P-INV-13 · a share cancelled too late reports that the invite has expired, once`() {
    let late = Fixture.noon + Fixture.aMonth + Fixture.moment
    var invite = InviteLifecycle(createdAt: Fixture.noon, under: .product)
    let steps = [.shareCancelled, .shareCancelled, .timePassed].map {
      (event: InviteLifecycle.Event) in
      invite.receive(event, at: late, under: .product)
    }
    #expect(
      steps == [
        .moved(to: .expired), .stayed(because: .shareCancelled), .stayed(because: .alreadyExpired),
      ])
    #expect(steps[0].rule == "P-INV-13")
  }

  @Test func `LNK-08 · Rin's invite waits for ever`() {
    #expect(play(String(repeating: "-", count: 400), under: .rin).last == "C")
  }

  @Test func `P-LNK-10 · when it expires is written down: a later policy changes nothing`() {
    let invite = InviteLifecycle(createdAt: Fixture.noon, under: .product)
    var shorter = LinkPolicy.product
    shorter.expiry = .days(1)
    let now = Fixture.noon + .days(30)
    #expect(shorter.standing(of: invite, clickedAt: now) == .valid)
    #expect(invite.status(at: now) == .created)
    let later = InviteLifecycle(createdAt: Fixture.noon, under: shorter)
    #expect(shorter.standing(of: later, clickedAt: now) == .expired)
  }

  @Test
  func `Who tapped in time may take it later, unless a setting looks at the installation too`() {
    var policy = LinkPolicy.product
    let click = Fixture.noon + .days(29)
    let install = Fixture.noon + .days(33)
    for (check, status) in [(.click, .accepted), (.clickAndInstall, .expired)]
      as [(LinkPolicy.ExpiryCheck, InviteStatus)]
    {
      policy.expiryCheckedAt = check
      var invite = InviteLifecycle(createdAt: Fixture.noon, under: policy)
      _ = invite.receive(.opened, at: click, under: policy)
      _ = invite.receive(.timePassed, at: install - .days(1), under: policy)
      #expect(invite.status == .expired)
      _ = invite.receive(.accepted(clickedAt: click), at: install, under: policy)
      #expect(invite.status == status)
    }
  }

  @Test func `P-INV-15 · a link for one takes one, a link for three takes three`() {
    for most in [1, 3] {
      var policy = LinkPolicy.product
      policy.maxAcceptances = most
      var invite = InviteLifecycle(createdAt: Fixture.noon, under: policy)
      let steps = (0..<5).map { _ in
        invite.receive(.accepted(clickedAt: Fixture.noon), at: Fixture.noon, under: policy)
      }
      #expect(steps.first == .moved(to: .accepted))
      #expect(steps[1..<most].allSatisfy { $0 == .stayed(because: .broughtAnother) })
      #expect(steps[most...].allSatisfy { $0 == .refused(because: .exhausted) })
      #expect(steps[most...].allSatisfy { $0.rule == "P-INV-15" })
      #expect(invite.acceptances == most)
    }
  }
}
