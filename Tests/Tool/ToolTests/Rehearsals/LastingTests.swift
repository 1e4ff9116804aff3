import Attribution
import GrowthloopModel
import Invites
import Profiles
import Testing
import Vocabulary

@testable import growthloop

@Suite("PRV-08, PRV-12 · what is left in the end")
struct LastingTests {
  private static func script(_ days: Int = 14) throws -> RehearsalScript {
    try #require(try RehearsalScript(of: ScriptTests.plan { $0.days = days }, seed: 3))
  }

  @Test func `an install that never came home is gone after a week, a complete one stays`() throws {
    let script = try Self.script()
    let credited = script.expected.referrals.values.filter {
      $0.outcome == .credited && script.expected.deletions.isDisjoint(with: $0)
    }
    let complete = try #require(credited.first { $0.completedAt != nil })
    let incomplete = try #require(credited.first { $0.completedAt == nil })
    func isLeft(_ referral: ExpectedReferral, after days: Int64) -> Bool {
      script.expected.lasting(
        referral.invitee, under: script.profile, at: referral.launchedAt + .days(days)) != nil
    }
    #expect(isLeft(complete, after: 7) && isLeft(complete, after: 8))
    #expect(isLeft(incomplete, after: 7) && !isLeft(incomplete, after: 8))
  }

  @Test func `an invitee who is gone still counts as accepted, unless accounts are erased`() throws
  {
    let plan = ScriptTests.plan {
      $0.days = 28
      $0.profile = .design
    }
    let script = try #require(try RehearsalScript(of: plan, seed: 3))
    let gone = try #require(
      script.expected.referrals.values.filter { referral in
        referral.completedAt != nil && script.expected.deletions[referral.invitee] != nil
          && referral.outcome == .credited
          && referral.inviter.map { script.expected.deletions[$0] == nil } == true
          && Profile.design.metrics.acceptance(of: referral.facts).instant != nil
      }.min { $0.invitee < $1.invitee })
    let inviter = try #require(gone.inviter)
    let kept = script.expected.accepted(by: inviter, under: .design, at: script.end)
    var erasing = Profile.design
    erasing.retention = .product
    #expect(kept > script.expected.accepted(by: inviter, under: erasing, at: script.end))
  }

  @Test func `a deleted inviter is named no more, and under product nothing is left`() throws {
    let script = try Self.script(28)
    let referral = try #require(
      script.expected.referrals.values.filter { referral in
        referral.completedAt != nil && script.expected.deletions[referral.invitee] == nil
          && referral.outcome == .credited
          && referral.inviter.map { script.expected.deletions[$0] != nil } == true
      }.min { $0.invitee < $1.invitee })
    let left = script.expected.lasting(referral.invitee, under: .rin, at: script.end)
    #expect(left != nil && left?.inviter == nil)
    #expect(script.expected.lasting(referral.invitee, under: .product, at: script.end) == nil)
  }
}

extension [UInt32: Instant] {
  /// Whether neither of the two deleted the account.
  fileprivate func isDisjoint(with referral: ExpectedReferral) -> Bool {
    self[referral.invitee] == nil && referral.inviter.map { self[$0] == nil } ?? true
  }
}
