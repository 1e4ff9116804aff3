import TestSupport
import Attribution
import Testing
import Vocabulary

@Suite("Credit · several clicks, and clicks that earn nothing")
struct ConflictTests {
  @Test func `ATT-03, ATT-18, EDG-05 · the most recent of several inviters is credited`() {
    let clicks = [
      click(1, at: noon(7), by: 1), click(2, at: noon(9), by: 2), click(3, at: noon(8), by: 3),
    ]
    let decision = AttributionPolicy.rin.decide(clicks, for: newcomer)
    #expect(decision.outcome == .credited)
    #expect(decision.inviter == person(2))
    #expect(decision.rule == "ATT-03")
    #expect(AttributionPolicy.rin.reasons(clicks) == [1: .olderClick, 3: .olderClick])
  }

  @Test func `D-RES-04, D-SCO-11 · under first-touch the first of several inviters is credited`() {
    let clicks = [
      click(1, at: noon(7), by: 1), click(2, at: noon(9), by: 2), click(3, at: noon(6), by: 3),
    ]
    let decision = AttributionPolicy.design.decide(clicks, for: newcomer)
    #expect(decision.inviter == person(3))
    #expect(decision.rule == "D-RES-04")
    #expect(AttributionPolicy.design.reasons(clicks) == [1: .newerClick, 2: .newerClick])
  }

  @Test func `CNF-01 · clicks at one instant are ordered by their number`() {
    let clicks = [
      click(8, at: noon(9), by: 1), click(9, at: noon(9), by: 2), click(7, at: noon(9), by: 3),
    ]
    #expect(AttributionPolicy.rin.decide(clicks, for: newcomer).click?.sequence == 9)
    #expect(AttributionPolicy.design.decide(clicks, for: newcomer).click?.sequence == 7)
  }

  @Test func `ATT-04, ATT-22, ATT-23 · whoever has an account is never attributed`() {
    var known = newcomer
    known.principalExists = true
    let clicks = [click(1, at: noon(9), by: 1), click(2, at: noon(9), by: 0)]
    for (policy, rule) in [
      (AttributionPolicy.rin, RuleID("ATT-04")), (.product, "P-EDG-01"), (.design, "D-RES-05"),
    ] {
      let decision = policy.decide(clicks, for: known)
      #expect(decision.outcome == .none)
      #expect(decision.rule == rule)
      #expect(policy.reasons(clicks, for: known) == [1: .existingUser, 2: .existingUser])
      // So it is with a user who was signed out when the link opened the app.
      var returning = known
      returning.route = .directOpen
      returning.verifiedAt = noon(10)
      #expect(policy.decide(clicks, for: returning).outcome == .none)
    }
  }

  @Test func `ATT-07, ATT-22, EDG-03 · a second number is attributed like any new one`() {
    // One person with two numbers: the account of the first is 4, the second makes 5.
    let first = Arrival(principal: person(4), principalExists: true, installedAt: noon(10))
    let second = Arrival(principal: person(5), installedAt: noon(10))
    let clicks = [click(1, at: noon(9), by: 1)]
    #expect(AttributionPolicy.rin.decide(clicks, for: first).outcome == .none)
    let decision = AttributionPolicy.rin.decide(clicks, for: second)
    #expect(decision.outcome == .credited)
    let made = Attribution(decision, arrival: second, under: .rin)
    #expect(made?.invitee == person(5))
  }

  @Test func `ATT-05 · no inviter is credited with bringing themselves`() {
    let clicks = [click(1, at: noon(8), by: 1), click(2, at: noon(9), by: 0)]
    let decision = AttributionPolicy.rin.decide(clicks, for: newcomer)
    #expect(decision.inviter == person(1))
    #expect(AttributionPolicy.rin.reasons(clicks) == [2: .ownLink])
    #expect(AttributionPolicy.rin.decide([clicks[1]], for: newcomer).rule == "ATT-05")
  }

  @Test func `CNF-51 · a join from the inviter's own device may be blocked`() {
    var own = click(1, at: noon(9), by: 1)
    own.isFromInvitersDevice = true
    #expect(AttributionPolicy.rin.decide([own], for: newcomer).outcome == .credited)
    let strict = AttributionPolicy.rin.with { $0.selfReferralByDevice = .blockSameDevice }
    #expect(strict.reasons([own]) == [1: .ownLink])
  }

  @Test(arguments: [AccountState.deleted, .suspended])
  func `ATT-08 · an inviter who is gone is recorded for analytics, and earns nothing`(
    state: AccountState
  ) {
    let clicks = [click(1, at: noon(9), by: 1, state: state)]
    let decision = AttributionPolicy.rin.decide(clicks, for: newcomer)
    #expect(decision.outcome == .recordedOnly)
    #expect(decision.inviter == person(1))
    #expect(decision.rule == "ATT-08")
    #expect(!decision.showsInviter)
    #expect(!decision.mayConnect)
    #expect(AttributionPolicy.rin.reasons(clicks) == [:])

    let dropped = AttributionPolicy.product.decide(clicks, for: newcomer)
    #expect(dropped.outcome == .none)
    #expect(dropped.rule == "P-EDG-06")
    #expect(AttributionPolicy.product.reasons(clicks) == [1: .inviterGone])
  }

  @Test func `ATT-08 · of several inviters who are gone the one is recorded who would be credited`()
  {
    let clicks = [
      click(2, at: noon(8), by: 2, state: .suspended),
      click(1, at: noon(7), by: 1, state: .deleted),
      click(3, at: noon(9), by: 3, state: .deleted),
    ]
    for (model, inviter) in [(AttributionPolicy.Model.lastClick, 3), (.firstTouch, 1)] {
      let decision = AttributionPolicy.rin.with { $0.model = model }.decide(clicks, for: newcomer)
      #expect(decision.outcome == .recordedOnly)
      #expect(decision.inviter == person(UInt64(inviter)))
    }
  }

  @Test func `where nothing earns the credit the rule against the newest click is told`() {
    let unknown = click(2, at: noon(8), by: 1, link: .unknown)
    for policy in [AttributionPolicy.rin, .rin.with { $0.model = .firstTouch }] {
      let expired = click(1, at: noon(9), by: 1, link: .expired)
      #expect(policy.decide([unknown, expired], for: newcomer).rule == "CNF-14")
      #expect(policy.decide([expired, unknown], for: newcomer).rule == "CNF-14")
      // At one instant the number decides.
      let older = click(1, at: noon(8), by: 1, link: .expired)
      #expect(policy.decide([unknown, older], for: newcomer).rule == "ATT-15")
      #expect(policy.decide([older, unknown], for: newcomer).rule == "ATT-15")
    }
  }

  @Test func `ATT-21, CNF-13 · an active inviter's older click beats a gone inviter's newer one`() {
    let clicks = [click(1, at: noon(8), by: 1), click(2, at: noon(9), by: 2, state: .deleted)]
    let decision = AttributionPolicy.rin.decide(clicks, for: newcomer)
    #expect(decision.outcome == .credited)
    #expect(decision.inviter == person(1))
    #expect(AttributionPolicy.rin.reasons(clicks) == [2: .inviterGone])

    let displacing = AttributionPolicy.rin.with { $0.invalidClickDisplaces = true }
    #expect(displacing.decide(clicks, for: newcomer).outcome == .recordedOnly)
    #expect(displacing.reasons(clicks) == [1: .olderClick])
  }

  @Test func `ATT-21, ATT-08 · a displaced click leaves the record of a gone inviter as it was`() {
    let displacing = AttributionPolicy.rin.with { $0.invalidClickDisplaces = true }
    let gone = [
      click(2, at: noon(8), by: 2, state: .deleted), click(3, at: noon(9), by: 3, link: .tampered),
    ]
    let alone = displacing.decide(gone, for: newcomer)
    #expect(alone.outcome == .recordedOnly)
    #expect(displacing.decide([click(1, at: noon(7), by: 1)] + gone, for: newcomer) == alone)
  }

  @Test(arguments: [
    (LinkStanding.unknown, PassedOver.unknownLink), (.expired, .expiredLink),
    (.tampered, .tamperedLink),
  ])
  func `ATT-15, ATT-21 · a link that is not valid earns nothing and takes nothing away`(
    link: LinkStanding, because: PassedOver
  ) {
    let clicks = [click(1, at: noon(8), by: 1), click(2, at: noon(9), by: 2, link: link)]
    #expect(AttributionPolicy.rin.decide(clicks, for: newcomer).inviter == person(1))
    #expect(AttributionPolicy.rin.reasons(clicks) == [2: because])
    #expect(AttributionPolicy.rin.decide([clicks[1]], for: newcomer).outcome == .none)

    let displacing = AttributionPolicy.rin.with { $0.invalidClickDisplaces = true }
    let displaced = displacing.decide(clicks, for: newcomer)
    #expect(displaced.outcome == .none)
    #expect(displaced.rule == "ATT-21")
    #expect(displacing.reasons(clicks) == [1: .olderClick, 2: because])
  }

  @Test(arguments: [AttributionPolicy.rin, .product, .design])
  func `ATT-21 · a displaced click is passed over by the rule that displaced it`(
    policy: AttributionPolicy
  ) {
    let displacing = policy.with { $0.invalidClickDisplaces = true }
    let ends = [noon(7), noon(9)]
    for state in [AccountState.active, .deleted] {
      let clicks =
        [click(2, at: noon(8), by: 1)]
        + zip([1, 3], ends).map {
          click($0, at: $1, by: 2, link: state == .active ? .tampered : .valid, state: state)
        }
      #expect(displacing.decide(clicks, for: newcomer).outcome != .credited)
      let verdict = displacing.passedOver(clicks, for: newcomer).first { $0.sequence == 2 }
      #expect(verdict?.rule == "ATT-21")
      #expect(policy.passedOver(clicks, for: newcomer).allSatisfy { $0.rule != "ATT-21" })
    }
  }

  @Test(arguments: [LinkStanding.unknown, .expired, .tampered])
  func `ATT-20, ATT-21 · a click outside the window displaces none, however clicks are chosen`(
    link: LinkStanding
  ) {
    let valid = click(9, at: noon(8), by: 1)
    for model in AttributionPolicy.Model.allCases {
      let displacing = AttributionPolicy.rin.with {
        $0.invalidClickDisplaces = true
        $0.model = model
      }
      let late = click(1, at: noon(3) - .milliseconds(1), by: 2, link: link)
      let early = click(10, at: noon(10) + .milliseconds(1), by: 2, link: link)
      #expect(displacing.decide([late, valid, early], for: newcomer).click == valid)
      // At either end of the window it does, if it ranks before the one that would earn the credit.
      let first = click(1, at: noon(3), by: 2, link: link)
      let last = click(10, at: noon(10), by: 2, link: link)
      #expect(
        (displacing.decide([first, valid], for: newcomer).rule == "ATT-21")
          == (model == .firstTouch))
      #expect(
        (displacing.decide([valid, last], for: newcomer).rule == "ATT-21")
          == (model == .lastClick))
    }
  }

  @Test func `the first reason in order is the one that is told`() {
    var late = click(1, at: noon(-9), by: 0, link: .unknown, state: .deleted)
    #expect(AttributionPolicy.rin.reasons([late]) == [1: .unknownLink])
    late.link = .valid
    #expect(AttributionPolicy.rin.reasons([late]) == [1: .outsideWindow])
    late.at = noon(9)
    #expect(AttributionPolicy.rin.reasons([late]) == [1: .ownLink])
    late.inviter = person(1)
    #expect(AttributionPolicy.product.reasons([late]) == [1: .inviterGone])
  }

  @Test func `ATT-11, ATT-12 · credit knows neither channel nor address book`() {
    func fields(_ value: Any) -> [String] {
      Mirror(reflecting: value).children.compactMap(\.label)
    }
    // What is tracked is the click: how its link was handed over is nowhere to be told.
    let made = click(1, at: noon(9), by: 1)
    #expect(
      fields(made) == [
        "sequence", "at", "inviter", "link", "inviterState", "isFromInvitersDevice",
      ])
    #expect(fields(LinkTap(opener: .browser(.iOS))) == ["opener", "link", "sender"])
    // And of the arrival nothing tells what the system's question about contacts brought.
    #expect(
      fields(newcomer) == [
        "principal", "principalExists", "route", "installedAt", "firstLaunchedAt", "verifiedAt",
      ])
    #expect(
      fields(VerifiedOpener(principal: person(0), isKnown: false))
        == ["principal", "isKnown", "isOnInvitersDevice"])
    #expect(AttributionPolicy.rin.decide([made], for: newcomer).outcome == .credited)
  }

  @Test func `RES-08 · without any click there is no credit and no reason to give`() {
    let decision = AttributionPolicy.rin.decide([], for: newcomer)
    #expect(decision.outcome == .none)
    #expect(decision.rule == "RES-08")
    #expect(AttributionPolicy.rin.passedOver([], for: newcomer).isEmpty)
  }
}
