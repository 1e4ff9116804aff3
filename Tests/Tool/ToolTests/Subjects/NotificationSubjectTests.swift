import Testing

@testable import growthloop

@Suite("growthloop decide notification")
struct NotificationSubjectTests {
  static func line(
    _ facts: String = "", milestones: [String] = ["signedUp", "accepted", "onboardingCompleted"]
  ) -> String {
    let events = milestones.enumerated().map {
      #"{"at": "2026-03-01T09:00:0\#($0)Z", "milestone": "\#($1)"}"#
    }
    return """
      {"id": 1, "inviter": 7, "invitee": 12, "inviteeName": "Ann", "credit": "credited"\(facts), \
      "events": [\(events.joined(separator: ", "))]}
      """
  }

  @Test(arguments: [
    (
      "rin",
      #"""
      {"decisions":[{"at":"2026-03-01T09:00:00Z","because":"notTheMoment","decision":"none",\#
      "milestone":"signedUp","rule":"NOT-08"},{"at":"2026-03-01T09:00:01Z",\#
      "because":"notTheMoment","decision":"none","milestone":"accepted","rule":"NOT-08"},\#
      {"at":"2026-03-01T09:00:02Z","decision":"push","deepLink":"rin://contacts/12",\#
      "milestone":"onboardingCompleted","rule":"NOT-01",\#
      "text":"Ann joined Rin from your invite."}],"id":1}
      """#
    ),
    (
      "product",
      #"""
      {"decisions":[{"at":"2026-03-01T09:00:00Z","because":"notTheMoment","decision":"none",\#
      "milestone":"signedUp","rule":"NOT-08"},{"at":"2026-03-01T09:00:01Z","decision":"push",\#
      "deepLink":"app://connections/12","inApp":{"kind":"banner",\#
      "text":"Ann just joined! Say hi."},"milestone":"accepted","rule":"P-NTF-01",\#
      "text":"Ann just joined! Say hi."},{"at":"2026-03-01T09:00:02Z",\#
      "because":"notTheMoment","decision":"none","milestone":"onboardingCompleted",\#
      "rule":"NOT-08"}],"id":1}
      """#
    ),
    (
      "design",
      #"""
      {"decisions":[{"at":"2026-03-01T09:00:00Z","deadline":"2026-03-01T09:05:00Z",\#
      "decision":"push","deepLink":"app://profiles/12","inApp":{"kind":"profileBadge",\#
      "text":"Ann joined!"},"milestone":"signedUp","rule":"D-NTF-01","text":"Ann joined [App]!"},\#
      {"at":"2026-03-01T09:00:01Z","because":"notTheMoment","decision":"none",\#
      "milestone":"accepted","rule":"NOT-08"},{"at":"2026-03-01T09:00:02Z",\#
      "because":"notTheMoment","decision":"none","milestone":"onboardingCompleted",\#
      "rule":"NOT-08"}],"id":1}
      """#
    ),
  ])
  func `each profile tells at its own moment, in its own words`(
    profile: String, expected: String
  ) {
    #expect(answer("notification", Self.line(), under: profile) == expected)
  }

  @Test(arguments: ["rin", "product", "design"])
  func `of one invitee the inviter is told once`(profile: String) {
    let all = ["installed", "signedUp", "accepted", "onboardingCompleted"]
    let text = answer("notification", Self.line(milestones: all + all), under: profile)
    #expect(text.ranges(of: #""decision":"push""#).count == 1)
    #expect(text.ranges(of: #""because":"alreadyTold""#).count == 1)
  }

  @Test func `a silence is broken by the first milestone that has nothing against it`() {
    let line = """
      {"id": 1, "inviter": 7, "invitee": 12, "credit": "credited", "events": [\
      {"at": "2026-03-01T09:00:00Z", "milestone": "onboardingCompleted", "noticedBy": "client"}, \
      {"at": "2026-03-01T09:00:01Z", "milestone": "onboardingCompleted", \
      "inviterState": "deleted"}, \
      {"at": "2026-03-01T09:00:02Z", "milestone": "onboardingCompleted"}]}
      """
    #expect(
      answer("notification", line) == #"""
        {"decisions":[{"at":"2026-03-01T09:00:00Z","because":"notTheTrigger","decision":"none",\#
        "milestone":"onboardingCompleted","rule":"P-NTF-04"},{"at":"2026-03-01T09:00:01Z",\#
        "because":"inviterGone","decision":"none","milestone":"onboardingCompleted",\#
        "rule":"NOT-09"},{"at":"2026-03-01T09:00:02Z","decision":"push",\#
        "deepLink":"rin://contacts/12","milestone":"onboardingCompleted","rule":"NOT-01",\#
        "text":"Someone joined Rin from your invite."}],"id":1}
        """#)
  }

  @Test(arguments: [
    (#", "hadAccount": true"#, "hadAccount", "D-NTF-05"),
    (#", "wasTold": true"#, "alreadyTold", "NOT-10"),
  ])
  func `whoever had the app, or was told of, causes no push`(
    facts: String, because: String, rule: String
  ) {
    let text = answer("notification", Self.line(facts))
    #expect(!text.contains(#""push""#))
    #expect(text.contains(#""because":"\#(because)""#))
    #expect(text.contains(#""rule":"\#(rule)""#))
  }

  @Test func `mistakes are told all at once`() {
    let line = """
      {"id": 1, "inviter": "bob", "invitee": -1, "events": [\
      {"at": "2026-03-01T09:00:00Z", "milestone": "joined"}]}
      """
    #expect(
      mistakes("notification", line) == [
        "'inviter' must be a whole number of at least 0, not 'bob'",
        "'invitee' must be a whole number of at least 0, not -1",
        "'credit' is missing: it must be credited | expired | none",
        "'events[0].milestone' must be installed | signedUp | accepted | onboardingCompleted, "
          + "not 'joined'",
      ])
  }
}
