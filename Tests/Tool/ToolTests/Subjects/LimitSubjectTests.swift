import Testing

@testable import growthloop

@Suite("growthloop decide limits")
struct LimitSubjectTests {
  static func line(_ events: (String, String)...) -> String {
    let events = events.map { #"{"at": "2026-03-01T\#($0)Z", "type": \#($1)}"# }
    return #"{"id": 1, "events": [\#(events.joined(separator: ", "))]}"#
  }

  static let picks = line(
    ("09:00:00", #""next", "picked": 0"#), ("09:00:01", #""pick", "picked": 19"#),
    ("09:00:02", #""pick", "picked": 20"#))

  @Test(arguments: [
    (
      "rin",
      #"{"at":"2026-03-01T09:00:02Z","decision":"allowed","rule":"D-SEL-02","type":"pick"}"#
    ),
    (
      "product",
      #"{"at":"2026-03-01T09:00:02Z","decision":"allowed","rule":"D-SEL-02","type":"pick"}"#
    ),
    (
      "design",
      #"""
      {"at":"2026-03-01T09:00:02Z","decision":"refused","reason":"batchFull","rule":"D-SEL-02",\#
      "text":"You can pick up to 20 contacts at a time.","type":"pick"}
      """#
    ),
  ])
  func `nobody goes on with nobody, and the design's batch ends at twenty`(
    profile: String, last: String
  ) {
    #expect(
      answer("limits", Self.picks, under: profile) == #"""
        {"decisions":[{"at":"2026-03-01T09:00:00Z","decision":"refused",\#
        "reason":"nobodyPicked","rule":"D-SEL-01","type":"next"},\#
        {"at":"2026-03-01T09:00:01Z","decision":"allowed","rule":"D-SEL-02","type":"pick"},\#(last)],"id":1}
        """#)
  }

  @Test func `the product's day ends at midnight where the user lives`() {
    let line = """
      {"id": 1, "utcOffsetMinutes": 60, "events": [\
      {"at": "2026-03-01T22:00:00Z", "type": "create"}, \
      {"at": "2026-03-01T22:59:59.999Z", "type": "create"}, \
      {"at": "2026-03-01T22:59:59.999Z", "type": "send"}, \
      {"at": "2026-03-01T23:00:00Z", "type": "create"}]}
      """
    let text = answer(
      "limits", line, under: "product", with: ["--set", "limits.dailyInvites=1"])
    #expect(text.hasPrefix(#"{"decisions":[{"at":"2026-03-01T22:00:00Z","decision":"allowed""#))
    #expect(
      text.contains(
        #"{"at":"2026-03-01T22:59:59.999Z","decision":"allowed","rule":"P-LIM-01","type":"send"}"#))
    #expect(
      text.contains(
        #"{"at":"2026-03-01T23:00:00Z","decision":"allowed","rule":"P-LIM-01","type":"create"}"#))
    #expect(text.ranges(of: #""reason":"dailyLimit""#).count == 1)
    #expect(text.contains(#""until":"2026-03-01T23:00:00Z""#))
  }

  @Test func `a zone has its own offset at each moment of a case, an offset the same at all`() {
    let events = """
      "events": [{"at": "2026-03-28T23:30:00+01:00", "type": "create"}, \
      {"at": "2026-03-29T00:00:00+01:00", "type": "create"}, \
      {"at": "2026-03-29T23:59:59.999+02:00", "type": "create"}, \
      {"at": "2026-10-24T23:30:00+02:00", "type": "create"}, \
      {"at": "2026-10-25T00:30:00+02:00", "type": "create"}, \
      {"at": "2026-10-25T23:59:59.999+01:00", "type": "create"}]
      """
    let once = ["--set", "limits.dailyInvites=1"]
    func decisions(_ place: String) -> [String] {
      answer("limits", "{\"id\": 1, \(place), \(events)}", under: "product", with: once)
        .split(separator: "\"decision\":\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
    }
    #expect(
      decisions(#""zone": "Europe/Berlin""#)
        == ["allowed", "allowed", "refused", "allowed", "allowed", "refused"])
    #expect(
      decisions(#""utcOffsetMinutes": 120"#)
        == ["allowed", "refused", "refused", "allowed", "allowed", "allowed"])
    let text = answer(
      "limits", "{\"id\": 1, \"zone\": \"Europe/Berlin\", \(events)}", under: "product", with: once)
    #expect(text.contains(#""until":"2026-03-29T22:00:00Z""#))
    #expect(text.contains(#""until":"2026-10-25T23:00:00Z""#))
  }

  @Test(arguments: ["limits", "prompts", "home", "dashboard", "visibility"])
  func `an unknown zone is a mistake that names the one that was meant`(subject: String) {
    let rest = subject == "visibility" ? #""shares": 0, "invites": []"# : #""events": []"#
    #expect(
      mistakes(subject, "{\"id\": 1, \"zone\": \"Europe/Berln\", \(rest)}") == [
        "'zone' must be a time zone by its name, such as Europe/Berlin, not 'Europe/Berln'",
        "did you mean 'Europe/Berlin'?",
      ])
    #expect(
      mistakes(
        subject, "{\"id\": 1, \"zone\": \"UTC\", \"utcOffsetMinutes\": 60, \(rest)}") == [
          "'zone' must not stand beside 'utcOffsetMinutes': leave one out"
        ])
  }

  @Test(arguments: [("09:00:00", "allowed"), ("08:59:59.999", "refused")])
  func `a cool-down ends when it has passed in full`(at: String, decision: String) {
    let line = Self.line((at, #""reinvite", "lastInvitedAt": "2026-02-27T09:00:00Z""#))
    let text = answer("limits", line, with: ["--set", "limits.reinviteCooldownDays=2"])
    #expect(text.contains(#""decision":"\#(decision)""#))
    #expect(text.contains(#""until":"2026-03-01T09:00:00Z""#) == (decision == "refused"))
  }

  @Test func `mistakes are told all at once`() {
    #expect(
      mistakes("limits", Self.line(("09:00:00", #""pick""#), ("08:00:00", #""sends""#))) == [
        "'events[0].picked' is missing: it must be a whole number of at least 0",
        "'events[1].at' is earlier than the event before it", "give events in time order",
        "'events[1].type' must be create | send | pick | next | reinvite, not 'sends'",
      ])
  }
}

@Suite("growthloop decide lifecycle")
struct LifecycleSubjectTests {
  static let waiting = """
    {"id": 1, "createdAt": "2026-03-01T09:00:00Z", "events": [\
    {"at": "2026-03-01T09:00:05Z", "type": "cancel"}, \
    {"at": "2026-03-01T09:00:20Z", "type": "share"}, \
    {"at": "2026-03-31T09:00:00Z", "type": "open"}, \
    {"at": "2026-03-31T09:00:00.001Z", "type": "open"}]}
    """
  static let beginning = #"""
    {"at":"2026-03-01T09:00:05Z","because":"shareCancelled","rule":"P-INV-11",\#
    "status":"created","step":"stayed","type":"cancel"},{"at":"2026-03-01T09:00:20Z",\#
    "rule":"P-INV-12","status":"sent","step":"moved","type":"share"},\#
    {"at":"2026-03-31T09:00:00Z","rule":"P-INV-12","status":"opened","step":"moved",\#
    "type":"open"}
    """#

  @Test func `an invite of rin never expires`() {
    #expect(
      answer("lifecycle", Self.waiting) == #"""
        {"acceptances":0,"id":1,"status":"opened","steps":[\#(Self.beginning),\#
        {"at":"2026-03-31T09:00:00.001Z","because":"furtherAlong","rule":"P-INV-14",\#
        "status":"opened","step":"stayed","type":"open"}]}
        """#)
  }

  @Test(arguments: ["product", "design"])
  func `elsewhere it expires after the last instant of its thirtieth day`(profile: String) {
    #expect(
      answer("lifecycle", Self.waiting, under: profile) == #"""
        {"acceptances":0,"expiresAt":"2026-03-31T09:00:00Z","id":1,"status":"expired",\#
        "steps":[\#(Self.beginning),\#
        {"at":"2026-03-31T09:00:00.001Z","because":"expired","rule":"P-INV-13",\#
        "status":"expired","step":"refused","type":"open"}]}
        """#)
  }

  @Test func `mistakes are told all at once`() {
    let line = """
      {"id": 1, "createdAt": "2026-03-01T09:00:00Z", "events": [\
      {"at": "2026-03-01T08:00:00Z", "type": "share"}, \
      {"at": "2026-03-01T09:00:00Z", "type": "opened"}]}
      """
    #expect(
      mistakes("lifecycle", line) == [
        "'events[0].at' is earlier than 'createdAt'",
        "'events[1].type' must be share | cancel | open | accept | wait, not 'opened'",
      ])
  }
}
