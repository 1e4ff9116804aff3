import Invites
import Testing
import Vocabulary

@Suite("Limits · batches, and asking the same contact again")
struct BatchTests {
  @Test func `D-SEL-02, D-SEL-07 · twenty contacts can be picked, and not the next`() {
    let policy = LimitPolicy.design
    for picked in 0..<20 { #expect(policy.decidePick(after: picked) == .allowed) }
    let refusal = LimitRefusal.batchFull(most: 20)
    for picked in [20, 21] {
      #expect(policy.decidePick(after: picked) == .refused(because: refusal))
    }
    #expect(refusal.rule == "D-SEL-02")
    #expect(refusal.text == "You can pick up to 20 contacts at a time.")
    #expect(LimitPolicy.rin.decidePick(after: 1_000) == .allowed)
  }

  @Test func `D-SEL-01, D-SEL-02 · a batch of one to twenty goes on to the message`() {
    let policy = LimitPolicy.design
    #expect(policy.decideNext(with: 0) == .refused(because: .noContactPicked))
    #expect(LimitRefusal.noContactPicked.rule == "D-SEL-01")
    for picked in 1...20 { #expect(policy.decideNext(with: picked) == .allowed) }
    #expect(policy.decideNext(with: 21) == .refused(because: .batchFull(most: 20)))
  }

  @Test func `D-SCO-14, CNF-08 · the design limits a batch and no day, the product a day`() {
    func refused(_ policy: LimitPolicy) -> LimitDecision? {
      var tally = DailyTally()
      for _ in 0..<1_000 {
        let decision = policy.decideInvite(after: tally, at: start, calendar: .rin, zone: .utc)
        guard decision == .allowed else { return decision }
        policy.record(.created, in: &tally, at: start)
        policy.record(.sent, in: &tally, at: start)
      }
      return nil
    }
    #expect(refused(.design) == nil)
    #expect(refused(.rin) == nil)
    #expect(refused(.product) != nil)
    #expect(LimitPolicy.design.decidePick(after: 20) != .allowed)
  }

  @Test func `A contact may be invited again at once, in every profile`() {
    for policy in [LimitPolicy.rin, .product, .design] {
      #expect(
        policy.decideReinvite(lastInvited: LinkFixture.noon, at: LinkFixture.noon) == .allowed)
    }
  }

  @Test func `A cool-down keeps a contact from the next invite until it has passed in full`() {
    var policy = LimitPolicy.design
    policy.reinviteCooldown = .days(14)
    let again = LinkFixture.noon + .days(14)
    let refusal = LimitRefusal.invitedRecently(until: again)
    #expect(
      policy.decideReinvite(lastInvited: LinkFixture.noon, at: again - LinkFixture.moment)
        == .refused(because: refusal))
    #expect(policy.decideReinvite(lastInvited: LinkFixture.noon, at: again) == .allowed)
    #expect(policy.decideReinvite(lastInvited: nil, at: LinkFixture.noon) == .allowed)
    #expect(refusal.rule == "CNF-25")
  }
}

@Suite("Limits · the soft warning")
struct BulkAdviceTests {
  private var sessionScope: LimitPolicy {
    var policy = LimitPolicy.design
    policy.softWarningScope = .session
    return policy
  }

  private func play(
    _ events: [BulkAdvice.Event], under policy: LimitPolicy = .design
  ) -> [BulkAdvice.Action] {
    var advice = BulkAdvice()
    return events.map { advice.receive($0, under: policy) }
  }

  @Test func `D-SEL-03 · the tenth contact brings it up, and the ninth does not`() {
    let actions = play((1...12).map { .picked($0) })
    #expect(actions[..<9].allSatisfy { $0 == .stay(because: .tooFewPicked) })
    #expect(actions[9] == .show)
    #expect(actions[10...].allSatisfy { $0 == .stay(because: .alreadyShown) })
  }

  @Test func `D-SEL-03 · it can be dismissed, and never stands in the way`() {
    let actions = play([.picked(10), .dismissed, .picked(11), .picked(9), .picked(10)])
    #expect(actions[0...1] == [.show, .hide])
    #expect(actions[2...].allSatisfy { $0 == .stay(because: .spent) })
    for picked in 10..<20 {
      #expect(LimitPolicy.design.decidePick(after: picked) == .allowed)
      #expect(LimitPolicy.design.decideNext(with: picked) == .allowed)
    }
  }

  @Test func `It goes with the contacts that had called it up, and does not come again`() {
    #expect(
      play([.picked(10), .picked(9), .picked(10)]) == [.show, .hide, .stay(because: .spent)])
  }

  @Test func `D-SEL-06 · per batch, each batch is counted and advised on its own`() {
    let actions = play([
      .picked(9), .batchEnded(sent: 9), .picked(1), .picked(10), .batchEnded(sent: 10),
      .picked(10),
    ])
    #expect(
      actions == [
        .stay(because: .tooFewPicked), .stay(because: .nothingShown),
        .stay(because: .tooFewPicked), .show, .hide, .show,
      ])
  }

  @Test func `D-SEL-06 · per session, the tenth invite of all brings it up, once`() {
    let actions = play(
      [
        .picked(9), .batchEnded(sent: 9), .picked(1), .batchEnded(sent: 1), .picked(10),
        .sessionBegan, .picked(9), .picked(10),
      ], under: sessionScope)
    #expect(
      actions == [
        .stay(because: .tooFewPicked), .stay(because: .nothingShown), .show, .hide,
        .stay(because: .spent), .stay(because: .nothingShown), .stay(because: .tooFewPicked),
        .show,
      ])
  }

  @Test func `D-SEL-03, D-SEL-06 · where no contact is picked, none sent before brings it up`() {
    let actions = play(
      [.picked(10), .batchEnded(sent: 10), .sessionBegan, .batchEnded(sent: 10), .picked(0)],
      under: sessionScope)
    #expect(actions.last == .stay(because: .tooFewPicked))
    #expect(play([.batchEnded(sent: 10), .picked(1)], under: sessionScope).last == .show)
  }

  @Test func `A batch that is given up was not sent`() {
    let actions = play([.picked(9), .batchEnded(sent: 0), .picked(1)], under: sessionScope)
    #expect(actions.last == .stay(because: .tooFewPicked))
  }

  @Test func `Without a threshold it never comes`() {
    for policy in [LimitPolicy.rin, .product] {
      #expect(play([.picked(500)], under: policy) == [.stay(because: .off)])
    }
  }
}
