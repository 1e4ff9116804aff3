import Foundation
import GrowthloopFindings
import Profiles
import Testing

@testable import growthloop

@Suite("Conflicts · the positions on results, sessions and sign-up, each by --set")
struct ResultPositionTests {
  private static let screen = """
    {"id": 1, "events": [{"type": "opened"}, {"type": "loaded", "sent": 1, "invites": [\
    {"completed": "2026-02-12T09:30:00Z", "invitee": 12}, \
    {"completed": "2026-02-13T09:30:00Z", "invitee": 13}]}, {"type": "pollDue"}]}
    """

  private func dashboard(_ settings: String..., under profile: String = "rin") -> String {
    answer(
      "dashboard", Self.screen, under: profile, with: settings.flatMap { ["--set", $0] })
  }

  @Test func `CNF-17 · enabled true, false: there is a dashboard, or none`() {
    #expect(dashboard("dashboard.enabled=true").contains(#""isOffered":true"#))
    #expect(
      dashboard("dashboard.enabled=false")
        == #"{"id":1,"isOffered":false,"rule":"CNF-17","steps":[]}"#)
    for profile in ["product", "design"] {
      #expect(dashboard(under: profile).contains(#""isOffered":false"#))
    }
  }

  @Test func `CNF-17 · onLoad: the figures are fetched once, and no poll fetches again`() {
    let text = dashboard("dashboard.refresh=onLoad")
    #expect(!text.contains("fetchAgain"))
    #expect(text.components(separatedBy: #""action":"fetch""#).count == 2)
  }

  @Test(arguments: [60, 5])
  func `CNF-17 · poll, pollSeconds: each answer asks again after so many seconds`(seconds: Int) {
    let text = dashboard("dashboard.refresh=poll", "dashboard.pollSeconds=\(seconds)")
    #expect(text.contains(#"{"action":"fetchAgain","afterSeconds":\#(seconds)}"#))
    #expect(text.components(separatedBy: #""action":"fetch"}"#).count == 3)
  }

  @Test
  func `CNF-17 · polling without an interval is refused, and without an answer nothing polls`() {
    let outcome = growthloop("decide", "dashboard", "--set", "dashboard.refresh=poll")
    #expect(outcome.complaints.contains("polling needs an interval"))
  }

  @Test(arguments: [("true", 1), ("false", 2)])
  func `CNF-17 · clampRatio true, false: the bar ends at the whole, the text never does`(
    value: String, bar: Int
  ) {
    let text = dashboard("dashboard.clampRatio=\(value)")
    #expect(text.contains(#"{"element":"bar","value":\#(bar)}"#))
    #expect(text.contains("2 of 1 joined Rin"))
  }

  @Test func `CNF-43 · kCycleDays 30, and another: K is measured over the cycle, beside its parts`()
    async throws
  {
    func values(_ settings: [String]) async throws -> [String: Double] {
      let text = try await LivelyScenario.results("rin", settings)
      // The events stand below the record.
      let record = text.prefix { $0 != "\n" }
      let metrics = try JSONParser.parse(Array(record.utf8))["metrics"]
      return Dictionary(
        (metrics?.elements ?? []).compactMap { metric in
          guard case .text(let key)? = metric["metric"], let mean = metric["mean"]?.asNumber else {
            return nil
          }
          return (key, mean)
        }
      ) { $1 }
    }
    let (usual, month, short) = (
      try await values([]), try await values(["metrics.kCycleDays=30"]),
      try await values(["metrics.kCycleDays=3"])
    )
    let cohort = try #require(usual["k.cohort"])
    #expect(month["k.cohort"] == cohort)
    let brief = try #require(short["k.cohort"])
    #expect(brief < cohort, "fewer newcomers fit into three days than into thirty")
    // The product of the parts stands beside it, and does not depend on the cycle.
    #expect(usual["k.basic"] != nil && usual["k.basic"] == short["k.basic"])
    #expect(usual["k.basic"] != cohort)
  }

  private static let joined = """
    {"id": 1, "activityThreshold": 9, "invitees": [{"completed": "2026-03-01T09:04:00Z"}, \
    {"completed": "2026-03-01T09:04:00Z"}, {"installed": "2026-03-01T09:00:00Z"}]}
    """

  @Test(arguments: ["rin", "product", "design"])
  func `CNF-45 · leaderboard off: no line counts friends`(profile: String) {
    for options in [[], ["--set", "gamification.leaderboard=off"]] {
      let text = answer("qualification", Self.joined, under: profile, with: options)
      #expect(!text.contains("leaderboard") && text.contains("completedOnboarding"))
    }
  }

  @Test func `CNF-45 · leaderboard on: product counts friends, rin refuses, and never shows one`() {
    let on = ["--set", "gamification.leaderboard=on"]
    #expect(
      answer("qualification", Self.joined, under: "product", with: on)
        .contains(#""leaderboard":"You've brought 2 friends to"#))
    #expect(
      answer("qualification", Self.joined, with: on).contains("rin has no leaderboards"))
    let deliberate = ["--deliberately", "gamification.leaderboard=on"]
    #expect(!answer("qualification", Self.joined, with: deliberate).contains("You've brought"))
  }

  @Test func `CNF-45 · pairRetentionMultiplier 1.0, 2.0: the claim is off, and can be tested`()
    async throws
  {
    let usual = try await LivelyScenario.results("rin", [])
    #expect(
      try await LivelyScenario.results("rin", ["model.pairRetentionMultiplier=1.0"]) == usual)
    #expect(
      try await LivelyScenario.results("rin", ["model.pairRetentionMultiplier=2.0"]) != usual)
  }

  @Test(arguments: [
    ("30", "09:29:59", false), ("30", "09:30:00", true), ("5", "09:04:59", false),
    ("5", "09:05:00", true),
  ])
  func `CNF-53 · idleTimeoutMinutes 30, and another: use after so long a quiet begins a session`(
    minutes: String, next: String, isSecond: Bool
  ) {
    let line = """
      {"id": 1, "events": [{"at": "2026-03-01T09:00:00Z", "type": "use"}, \
      {"at": "2026-03-01T\(next)Z", "type": "use"}, \
      {"at": "2026-03-01T\(next)Z", "type": "trigger", "trigger": "keyAction"}]}
      """
    // Product prompts from the second session on.
    let text = answer(
      "prompts", line, under: "product",
      with: ["--set", "session.idleTimeoutMinutes=\(minutes)"])
    #expect(text.contains("tooEarlySession") == !isSecond)
  }

  private static let signUp = """
    {"id": 1, "isInvited": false, "events": [{"at": "2026-03-01T09:00:00Z", "type": "launched"}]}
    """

  @Test func `CNF-61 · required: rin answers nothing before each number is given`() {
    let numbers = [
      "signup.numberSwitchLimit=3", "signup.socialProofLimit=5", "signup.otpExpirySeconds=600",
    ]
    for missing in numbers {
      let given = numbers.filter { $0 != missing }.flatMap { ["--set", $0] }
      let name = missing.prefix { $0 != "=" }
      #expect(answer("onboarding", Self.signUp, with: given).contains("'\(name)'"), "\(name)")
    }
    let all = numbers.flatMap { ["--set", $0] }
    #expect(answer("onboarding", Self.signUp, with: all).contains(#""screen":"welcome""#))
  }

  @Test func `CNF-61 · none: product and design sign up without a number`() {
    for profile in ["product", "design"] {
      let none = [
        "signup.numberSwitchLimit=none", "signup.socialProofLimit=none",
        "signup.otpExpirySeconds=none",
      ].flatMap { ["--set", $0] }
      let text = answer("onboarding", Self.signUp, under: profile, with: none)
      #expect(text == answer("onboarding", Self.signUp, under: profile))
      #expect(!text.contains("phoneNumber"))
      let limited = answer(
        "onboarding", Self.signUp, under: profile, with: ["--set", "signup.numberSwitchLimit=3"])
      #expect(limited.contains("phoneNumber"))
    }
  }

  @Test(arguments: [("perFieldByCircle", true), ("none", false)])
  func `CNF-61 · perFieldByCircle, none: access is a matrix of field by circle, or not by circle`(
    value: String, hasMatrix: Bool
  ) {
    let line = """
      {"id": 1, "sharing": "Ask", "fields": ["phone"], "events": [{"type": "override", \
      "circle": "Family", "field": "phone", "access": "Allow"}]}
      """
    let text = answer("circles", line, with: ["--set", "circles.accessControl=\(value)"])
    #expect(
      text.contains(#"{"access":"Allow","circle":"Family","field":"phone"}"#) == hasMatrix)
    #expect(text.contains(#""because":"noAccessControl""#) == !hasMatrix)
  }
}

extension JSONValue {
  fileprivate var asNumber: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .number(let number): number
    case .null, .bool, .text, .array, .object: nil
    }
  }
}
