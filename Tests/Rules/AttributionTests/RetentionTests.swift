import TestSupport
import Attribution
import Testing
import Vocabulary

@Suite("Retention · how long records are kept")
struct RetentionTests {
  struct Age: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let age: Interval
    let isKept: Bool
  }

  static func edges(of days: Int64) -> [Age] {
    [
      Age(testDescription: "at once", age: .zero, isKept: true),
      Age(testDescription: "\(days) days to the millisecond", age: .days(days), isKept: true),
      Age(
        testDescription: "\(days) days and a millisecond", age: .days(days) + .milliseconds(1),
        isKept: false),
    ]
  }

  @Test(arguments: edges(of: 7))
  func `PRV-07 · rin keeps a click through the window of seven days, then deletes it`(_ age: Age) {
    let decision = AttributionPolicy.rin.decide(clickAt: noon(0), at: noon(0) + age.age)
    #expect(decision.isKept == age.isKept)
    #expect(decision.because.rule(in: .rin) == "PRV-07")
    #expect(
      decision
        == (age.isKept
          ? .kept(through: noon(7), because: .click)
          : .due(since: noon(7) + .milliseconds(1), because: .click)))
    // A sweep agrees with the decision about each click.
    #expect((noon(0) >= AttributionPolicy.rin.sweepHorizon(at: noon(0) + age.age)) == age.isKept)
    // And a click that can still match is never deleted.
    let match = DeferredPolicy.rin.rule(for: .rin).decide(
      [.click(1, at: noon(0))], at: noon(0) + age.age, keptFor: .days(30))
    #expect((match.match != nil) == age.isKept)
  }

  @Test(arguments: edges(of: 30))
  func `CNF-49 · product and design keep a click for thirty days`(_ age: Age) {
    for policy in [AttributionPolicy.product, .design] {
      let decision = policy.decide(clickAt: noon(0), at: noon(0) + age.age)
      #expect(decision.isKept == age.isKept)
      #expect(decision.because.rule(in: policy.document) == "CNF-49")
    }
  }

  @Test func `PRV-08 · an attribution that completed onboarding is kept for good`() {
    let install = AttributedInstall(at: noon(0), onboardingCompletedAt: noon(1))
    for day: Int64 in [1, 8, 31, 36_500] {
      #expect(
        RetentionPolicy.rin.decide(install, at: noon(day))
          == .kept(through: nil, because: .referral))
    }
    #expect(RetentionReason.referral.rule(in: .rin) == "PRV-08")
  }

  @Test(arguments: edges(of: 7))
  func `PRV-12 · an install that never completes onboarding goes after seven days`(_ age: Age) {
    let policies = [RetentionPolicy.rin, .product, .design]
    let decisions = policies.map {
      $0.decide(AttributedInstall(at: noon(0)), at: noon(0) + age.age)
    }
    #expect(decisions.allSatisfy { $0.isKept == age.isKept && $0.because == .incompleteInstall })
    // Onboarding that is completed in time saves the record, a millisecond later it does not.
    let completed = AttributedInstall(at: noon(0), onboardingCompletedAt: noon(0) + age.age)
    #expect(RetentionPolicy.rin.decide(completed, at: noon(40)).isKept == age.isKept)
  }

  @Test func `PRV-12 · what is completed tomorrow is incomplete today`() {
    let install = AttributedInstall(at: noon(0), onboardingCompletedAt: noon(3))
    #expect(RetentionPolicy.rin.decide(install, at: noon(2)).because == .incompleteInstall)
    #expect(RetentionPolicy.rin.decide(install, at: noon(3)).because == .referral)
  }

  @Test func `CNF-49 · a deleted account's referrals lose the name, or vanish`() {
    for policy in [RetentionPolicy.rin, .design] {
      for role in RecordRole.allCases {
        #expect(policy.fate(of: .referral, of: role) == .pseudonymised)
      }
      // The inviter's clicks may still become a referral marked as deleted; one's own tell of oneself.
      #expect(policy.fate(of: .click, of: .inviter) == .pseudonymised)
      #expect(policy.fate(of: .click, of: .invitee) == .erased)
      #expect(policy.fate(of: .incompleteInstall, of: .invitee) == .erased)
    }
    for record in PersonalRecord.allCases {
      for role in RecordRole.allCases {
        #expect(RetentionPolicy.product.fate(of: record, of: role) == .erased)
      }
    }
    #expect(RecordFate.pseudonymised.keepsCount && !RecordFate.erased.keepsCount)
  }

  @Test func `CNF-49 · a link leads to its record until that is erased with the sender's account`()
  {
    for policy in [RetentionPolicy.rin, .product, .design] {
      #expect(policy.knowsLinks(of: .active) && policy.knowsLinks(of: .suspended))
      #expect(policy.knowsLinks(of: .deleted) == (policy != .product))
    }
  }

  @Test(arguments: [RetentionPolicy.rin, .product, .design])
  func `P-PRV-07 · what an invite left of a person is exported, and goes with the account`(
    _ policy: RetentionPolicy
  ) {
    for record in PersonalRecord.allCases {
      #expect(record.isExported)
      for role in RecordRole.allCases {
        let fate = policy.fate(of: record, of: role)
        #expect(fate == .erased || fate == .pseudonymised)
        if policy.onAccountDeletion == .erase { #expect(fate == .erased) }
      }
    }
    #expect(RecordFate.allCases == [.pseudonymised, .erased], "no fate keeps the person's name")
  }

  @Test func `P-PRV-08 · a captured email address is erased with the account, and exported before`()
  {
    for policy in [RetentionPolicy.rin, .product, .design] {
      for role in RecordRole.allCases {
        #expect(policy.fate(of: .capturedEmail, of: role) == .erased)
      }
    }
    #expect(PersonalRecord.capturedEmail.isExported)
    #expect(PersonalRecord.allCases.allSatisfy { $0.isExported })
  }
}
