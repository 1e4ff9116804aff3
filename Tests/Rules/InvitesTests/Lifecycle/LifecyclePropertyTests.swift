import TestSupport
import Invites
import Testing
import Vocabulary

@Suite("Lifecycle · whatever happens")
struct LifecyclePropertyTests {
  private func rank(_ status: InviteStatus) -> Int {
    switch status {
    case .created: 0
    case .sent: 1
    case .opened: 2
    case .expired: 3
    // A tap in time outlives the expiry of the record.
    case .accepted: 4
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `P-INV-13, P-INV-14, P-INV-15 · never back, never too late, never too many`(seed: UInt64) {
    var dice = SeededChance(seed: seed)
    var policy = [LinkPolicy.rin, .product, .design][Int(seed % 3)]
    if seed % 4 == 0 { policy.expiryCheckedAt = .clickAndInstall }
    if seed % 5 == 0 { policy.maxAcceptances = 2 }
    var invite = InviteLifecycle(createdAt: LinkFixture.noon, under: policy)
    var now = LinkFixture.noon
    for _ in 0..<80 {
      now = now + .hours(Int64.random(in: 0...20, using: &dice))
      let click = now - .hours(Int64.random(in: 0...40, using: &dice))
      let event: InviteLifecycle.Event =
        switch Int.random(in: 0..<12, using: &dice) {
        case 0, 1: .shareCompleted
        case 2, 3: .shareCancelled
        case 4, 5: .opened
        case 6: .accepted(clickedAt: click)
        default: .timePassed
        }
      let before = invite
      let step = invite.receive(event, at: now, under: policy)

      #expect(rank(invite.status) >= rank(before.status))
      #expect(invite.status == invite.status(at: now))
      #expect((invite.status == .accepted) == (invite.acceptances > 0))
      #expect((invite.acceptedAt != nil) == (invite.acceptances > 0))
      if let first = before.acceptedAt { #expect(invite.acceptedAt == first) }
      if let most = policy.maxAcceptances { #expect(invite.acceptances <= most) }
      if case .accepted = event, invite.acceptances > before.acceptances {
        let looked = policy.expiryCheckedAt == .clickAndInstall ? now : click
        #expect(policy.expiry.map { looked <= LinkFixture.noon + $0 } ?? true)
      } else {
        #expect(invite.acceptances == before.acceptances)
      }
      if case .moved(let status) = step { #expect(invite.status == status) }
      if invite.status == .expired, before.status != .expired {
        #expect([.moved(to: .expired), .refused(because: .expired)].contains(step))
      }
      // The same thing told twice changes nothing more, but for people who come.
      if case .accepted = event { continue }
      let once = invite
      _ = invite.receive(event, at: now, under: policy)
      #expect(invite == once)
    }
  }
}
