import Testing

@testable import growthloop

@Suite("growthloop decide connection")
struct ConnectionSubjectTests {
  @Test(arguments: [
    ("rin", #"{"circle":"Contacts","decision":"connect","id":1,"rule":"CON-01"}"#),
    ("product", #"{"decision":"suggest","id":1,"rule":"P-ONB-05"}"#),
    ("design", #"{"because":"notInThisProfile","decision":"none","id":1,"rule":"CNF-39"}"#),
  ])
  func `connecting is automatic, suggested or absent`(profile: String, expected: String) {
    let line = #"{"id": 1, "inviter": "bob", "verified": "ann", "credit": "credited"}"#
    #expect(answer("connection", line, under: profile) == expected)
  }

  @Test(arguments: [
    (
      #""verified": "ann", "credit": "credited", "areConnected": true"#,
      #"{"decision":"alreadyConnected","id":1,"rule":"CON-12"}"#
    ),
    (
      #""verified": "ann", "credit": "expired""#,
      #"{"because":"attributionExpired","decision":"none","id":1,"rule":"CON-10"}"#
    ),
    (
      #""verified": "ann", "credit": "none""#,
      #"{"because":"notCredited","decision":"none","id":1,"rule":"ATT-15"}"#
    ),
    (
      #""verified": "bob", "credit": "credited""#,
      #"{"because":"sameIdentity","decision":"none","id":1,"rule":"ATT-05"}"#
    ),
    (
      #""verified": "ann", "credit": "credited", "inviterState": "deleted""#,
      #"{"because":"inviterGone","decision":"none","id":1,"rule":"CON-09"}"#
    ),
    (
      #""verified": "ann", "credit": "credited", "inviterState": "suspended""#,
      #"{"because":"inviterGone","decision":"none","id":1,"rule":"CON-09"}"#
    ),
  ])
  func `each obstacle is named with its rule`(facts: String, expected: String) {
    #expect(answer("connection", #"{"id": 1, "inviter": "bob", \#(facts)}"#) == expected)
  }

  @Test func `mistakes are told all at once`() {
    #expect(
      mistakes("connection", #"{"id": 1, "inviter": 7, "credit": "yes"}"#) == [
        "'inviter' must be text that is not empty, not 7",
        "'verified' is missing: it must be text that is not empty",
        "'credit' must be credited | expired | none, not 'yes'",
      ])
    // Two people without a name would be one.
    let nameless = #"{"id": 1, "inviter": "", "verified": "", "credit": "credited"}"#
    #expect(mistakes("connection", nameless).count == 2)
  }
}

@Suite("growthloop decide acceptance")
struct AcceptanceSubjectTests {
  static func line(signedUp: String) -> String {
    #"{"id": 1, "sent": "2026-03-01T09:00:00Z", "signedUp": "\#(signedUp)"}"#
  }

  @Test(arguments: [
    (
      "rin", "2026-03-08T09:00:00Z",
      #"{"decision":"notYet","id":1,"meaning":"onboardingCompleted","rule":"CNF-52"}"#
    ),
    (
      "product", "2026-03-08T09:00:00Z",
      #"{"decision":"notYet","id":1,"meaning":"connected","rule":"CNF-52"}"#
    ),
    (
      "design", "2026-03-08T09:00:00Z",
      #"""
      {"at":"2026-03-08T09:00:00Z","decision":"accepted","id":1,"meaning":"signedUp",\#
      "rule":"CNF-52"}
      """#
    ),
    (
      "design", "2026-03-08T09:00:00.001Z",
      #"""
      {"at":"2026-03-08T09:00:00.001Z","decision":"tooLate","id":1,"meaning":"signedUp",\#
      "rule":"D-MET-13","windowEnd":"2026-03-08T09:00:00Z"}
      """#
    ),
  ])
  func `D-MET-13 · a sign-up counts up to the last instant of the seventh day after the send`(
    profile: String, signedUp: String, expected: String
  ) {
    #expect(answer("acceptance", Self.line(signedUp: signedUp), under: profile) == expected)
  }

  @Test func `without a send the window has no beginning`() {
    #expect(
      answer("acceptance", #"{"id": 1, "signedUp": "2026-03-08T09:00:00Z"}"#, under: "design")
        == #"{"decision":"neverSent","id":1,"meaning":"signedUp","rule":"D-MET-13"}"#)
  }

  @Test func `a setting chooses what accepted means, and the answer names it`() {
    let line = #"{"id": 1, "completed": "2026-03-08T09:00:00Z"}"#
    #expect(
      answer("acceptance", line) == #"""
        {"at":"2026-03-08T09:00:00Z","decision":"accepted","id":1,\#
        "meaning":"onboardingCompleted","rule":"CNF-52"}
        """#)
    #expect(
      answer("acceptance", line, with: ["--set", "metrics.acceptedMeans=connected"])
        == #"{"decision":"notYet","id":1,"meaning":"connected","rule":"CNF-52"}"#)
  }
}

@Suite("growthloop decide qualification")
struct QualificationSubjectTests {
  static let four = """
    {"id": 1, "activityThreshold": 10, "invitees": [{"sent": "2026-03-01T09:00:00Z"}, \
    {"installed": "2026-03-01T09:00:00Z", "activity": 50}, \
    {"completed": "2026-03-01T09:00:00Z", "activity": 9}, \
    {"completed": "2026-03-01T09:00:00Z", "activity": 10}]}
    """

  @Test(arguments: ["rin", "product", "design"])
  func `enough activity is the threshold itself, and only after onboarding`(profile: String) {
    #expect(
      answer("qualification", Self.four, under: profile) == #"""
        {"id":1,"rule":"RWD-03","stages":[null,"installed","completedOnboarding",\#
        "metActivityThreshold"]}
        """#)
  }

  @Test func `what it earns is told only with rewards switched on`() {
    #expect(
      answer(
        "qualification", Self.four, with: ["--deliberately", "rewards.mode=premiumThreeForOne"])
          == #"""
          {"id":1,"reward":{"qualified":1,\#
          "text":"Qualified friends: 1. Months of Rin Premium earned: 0."},"rule":"RWD-03",\#
          "stages":[null,"installed","completedOnboarding","metActivityThreshold"]}
          """#)
  }

  @Test func `the threshold has no default`() {
    #expect(
      mistakes("qualification", #"{"id": 1, "invitees": [{"activity": "much"}]}"#) == [
        "'activityThreshold' is missing: it must be a whole number of at least 0",
        "'invitees[0].activity' must be a whole number of at least 0, not 'much'",
      ])
  }
}
