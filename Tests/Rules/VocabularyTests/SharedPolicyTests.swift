import Testing
import Vocabulary

@Suite("Settings that several rules share")
struct SharedPolicyTests {
  @Test func `each document says what a link does that no longer works`() {
    let expired = [BrokenLinks.rin, .product, .design].map(\.expired)
    #expect(expired == [.standardOnboarding, .expiredPage, .appStoreRedirect])
    let tampered = [BrokenLinks.rin, .product, .design].map(\.tampered)
    #expect(tampered == [nil, .genericOnboardingAndLog, nil])
    let unknown = [BrokenLinks.rin, .product, .design].map(\.unknown)
    #expect(unknown == [.standardOnboarding, .standardOnboarding, .standardOnboarding])
  }

  @Test func `contacts are read with access, and with limited access where that is like granted`() {
    let granted = PermissionPolicy.rin
    #expect(ContactsAccess.allCases.filter(granted.mayRead) == [.authorized, .limited])
    #expect(ContactsAccess.allCases.filter(PermissionPolicy.product.mayRead) == [.authorized])
    var denied = PermissionPolicy.rin
    denied.limitedAccess = .likeDenied
    #expect(ContactsAccess.allCases.filter(denied.mayRead) == [.authorized])
  }

  @Test func `each prompt trigger has a place of its own in a set`() {
    #expect(PromptTrigger.allCases.map { Int($0.ordinal) } == Array(PromptTrigger.allCases.indices))
    for trigger in PromptTrigger.allCases {
      #expect(PromptTrigger.Set([trigger]).members == [trigger])
    }
  }

  @Test func `lengths add up`() {
    #expect(Interval.days(1) == .hours(24))
    #expect(Interval.hours(1) == .minutes(60))
    #expect(Interval.minutes(1) == .seconds(60))
    #expect(Interval.seconds(1) == .milliseconds(1_000))
    #expect(Interval.hours(1) * 3 == .hours(3))
    #expect(Interval.hours(3) - .hours(1) + .minutes(1) == .minutes(121))
    #expect(Interval.minutes(59) < .hours(1))
    #expect(Interval.minutes(60) >= .hours(1))
  }
}
