import GrowthloopReports
import Testing
import GrowthloopFindings
import Profiles
import Vocabulary

@testable import GrowthloopDecisions
@testable import growthloop

extension CaseSubject {
  /// The settings that the example requires under `profile`, as KEY=VALUE.
  func exampleSettings(under profile: ProfileID) -> [String] {
    guard name == "onboarding", profile == .rin else { return [] }
    return [
      "signup.numberSwitchLimit=3", "signup.socialProofLimit=5", "signup.otpExpirySeconds=600",
    ]
  }
}

@Suite("growthloop decide · the contract")
struct DecideTests {
  @Test func `prompts: one decision for each trigger, with every reason and when it ends`() {
    let outcome = growthloop(
      "decide", "prompts",
      input: """
        {"id": "ann", "events": [
        """.filter { $0 != "\n" } + """
          {"at": "2026-03-01T09:00:00Z", "type": "session"}, \
          {"at": "2026-03-01T09:00:00Z", "type": "contacts", "count": 64}, \
          {"at": "2026-03-01T09:05:00.000Z", "type": "trigger", "trigger": "contactThreshold"}, \
          {"at": "2026-03-01T09:05:30Z", "type": "dismiss"}, \
          {"at": "2026-03-01T10:00:00Z", "type": "copy"}, \
          {"at": "2026-03-08T09:05:00Z", "type": "trigger", "trigger": "scoreMilestone"}]}
          """)
    #expect(outcome.code == .success)
    #expect(
      outcome.output == """
        {"decisions":[{"at":"2026-03-01T09:05:00.000Z","because":[],"decision":"shown",\
        "promptNumber":1,"trigger":"contactThreshold"},{"at":"2026-03-08T09:05:00Z","because":[\
        {"reason":"dismissCooldown","rule":"PRM-20","until":"2026-03-08T09:05:30Z"},\
        {"reason":"recentShare","rule":"PRM-19","until":"2026-03-15T10:00:00Z"}],\
        "decision":"suppressed","trigger":"scoreMilestone"}],"id":"ann"}

        """)
  }

  @Test
  func
    `PRM-07, PRM-09, PRM-11, P-ENT-09 · a value meets the triggers whose amounts it reaches, once`()
  {
    let events = """
      {"at": "2026-03-01T09:00:00Z", "type": "session"}, \
      {"at": "2026-03-01T09:00:00Z", "type": "contacts", "count": 20}, \
      {"at": "2026-03-01T09:05:00Z", "type": "value", "dedupResolved": 2, "score": 45}, \
      {"at": "2026-03-01T09:06:00Z", "type": "value", "dedupResolved": 2, "score": 45}, \
      {"at": "2026-03-02T09:00:00Z", "type": "session"}, \
      {"at": "2026-03-02T09:05:00Z", "type": "value", "dedupResolved": 3, "score": 60}
      """
    func triggers(_ profile: String, _ changes: String...) -> [String] {
      let options = changes.flatMap { ["--set", $0] }
      let outcome = run(
        ["decide", "prompts", "--profile", profile] + options,
        Array(#"{"id": 1, "events": [\#(events)]}"#.utf8))
      #expect(outcome.code == .success, "\(outcome.complaints)")
      return outcome.output.matches(of: /"trigger":"(\w+)"/).map { String($0.output.1) }
    }
    #expect(triggers("rin") == ["dedupReview", "scoreMilestone"])
    #expect(
      triggers(
        "rin", "prompts.dedupReviewAt=2", "prompts.contactThresholdAt=20",
        "prompts.scoreMilestoneAt=40")
        == ["dedupReview", "contactThreshold", "scoreMilestone", "dedupReview"])
    #expect(triggers("product").isEmpty)
    #expect(triggers("product", "prompts.thirdSessionAt=2") == ["thirdSession"])
  }

  @Test func `attribution: who is credited, and why each other click is not`() {
    let outcome = growthloop(
      "decide", "attribution",
      input: """
        {"id": 7, "principal": "ann", "installAt": "2026-03-08T09:00:00Z", "clicks": [\
        {"seq": 3, "at": "2026-03-08T08:00:00Z", "inviter": "ann", "link": "valid", \
        "inviterState": "active"}, \
        {"seq": 1, "at": "2026-03-01T09:00:00Z", "inviter": "bob", "link": "valid", \
        "inviterState": "active"}, \
        {"seq": 2, "at": "2026-03-01T08:59:59.999Z", "inviter": "cy", "link": "valid", \
        "inviterState": "active"}]}
        """)
    #expect(outcome.code == .success)
    #expect(
      outcome.output == """
        {"click":1,"connect":true,"context":true,"decision":"credited","id":7,"inviter":"bob",\
        "passedOver":[{"because":"outsideWindow","rule":"ATT-02","seq":2},\
        {"because":"self","rule":"ATT-05","seq":3}],"rule":"ATT-03"}

        """)
  }

  @Test func `attribution: a gone inviter is recorded under rin, and dropped under product`() {
    let one = """
      {"id": 1, "principal": "ann", "installAt": "2026-03-08T09:00:00Z", "clicks": [{"seq": 1, \
      "at": "2026-03-08T08:00:00Z", "inviter": "bob", "link": "valid", "inviterState": "deleted"}]}
      """
    #expect(
      growthloop("decide", "attribution", input: one).output == """
        {"click":1,"connect":false,"context":false,"decision":"recordedOnly","id":1,\
        "inviter":"bob","passedOver":[],"rule":"ATT-08"}

        """)
    #expect(
      growthloop("decide", "attribution", "--profile", "product", input: one).output == """
        {"connect":false,"context":false,"decision":"none","id":1,\
        "passedOver":[{"because":"inviterGone","rule":"P-EDG-06","seq":1}],"rule":"P-EDG-06"}

        """)
  }

  @Test func `connect tells whether the two are connected, which only rin does by itself`() {
    let one = """
      {"id": 1, "principal": "ann", "installAt": "2026-03-08T09:00:00Z", "clicks": [{"seq": 1, \
      "at": "2026-03-08T08:00:00Z", "inviter": "bob", "link": "valid", "inviterState": "active"}]}
      """
    for (profile, connects) in [
      ("rin", true), ("product", false), ("invite-friends-design", false),
    ] {
      let outcome = growthloop("decide", "attribution", "--profile=\(profile)", input: one)
      #expect(outcome.output.contains("\"connect\":\(connects),\"context\":true"))
    }
  }

  @Test func `a setting changes the decision`() {
    let two = """
      {"id": 1, "principal": "ann", "installAt": "2026-03-08T09:00:00Z", "clicks": [\
      {"seq": 1, "at": "2026-03-07T08:00:00Z", "inviter": "bob", "link": "valid", \
      "inviterState": "active"}, {"seq": 2, "at": "2026-03-08T08:00:00Z", "inviter": "cy", \
      "link": "valid", "inviterState": "active"}]}
      """
    #expect(growthloop("decide", "attribution", input: two).output.contains("\"inviter\":\"cy\""))
    #expect(
      growthloop("decide", "attribution", "--set", "attribution.model=firstTouch", input: two)
        .output.contains("\"inviter\":\"bob\""))
  }

  @Test(arguments: ProfileID.allCases)
  func `every subject answers its own example under every profile`(profile: ProfileID) {
    for subject in CaseSubject.all {
      let example = growthloop("decide", subject.name, "--example")
      #expect(example.lines.count == 1)
      let settings = subject.exampleSettings(under: profile).flatMap { ["--set", $0] }
      let outcome = run(
        ["decide", subject.name, "--profile", profile.rawValue] + settings,
        Array(example.output.utf8))
      #expect(outcome.code == .success, "\(subject.name): \(outcome.output)\(outcome.complaints)")
      #expect(outcome.lines.count == 1)
    }
  }

  @Test func `help tells the contract of every subject, in lines that fit a terminal`() {
    for subject in CaseSubject.all {
      #expect(
        DecideCommand.manual.text(of: "growthloop", in: .plain).contains(
          "  \(subject.name): \(subject.summary)"))
    }
    for line in DecideCommand.manual.text(of: "growthloop", in: .plain).split(separator: "\n") {
      #expect(line.count <= 100, "\(line)")
    }
  }
}

@Suite("growthloop decide · lines that are no case")
struct BadLineTests {
  static let good = #"{"id": "fine", "events": []}"#

  @Test(arguments: [
    ("{", "not JSON at column 2: a key must be here"),
    (#"{"id": 1, "events": [],}"#, "not JSON at column 24: a key must be here"),
    (#"{"id": 1, "id": 2, "events": []}"#, "not JSON at column 11: the key 'id' stands twice"),
    ("[1]", "a case must be an object, not a list"),
    (#"{"events": []}"#, "'id' is missing: the answer carries it"),
    (#"{"id": 1}"#, "'events' is missing"),
    (#"{"id": 1, "events": [], "evnets": 1}"#, "unknown field 'evnets'; did you mean 'events'?"),
    (
      #"{"id": 1, "events": [{"at": "2026-03-01", "type": "session"}]}"#,
      "'events[0].at' must be a moment such as 2026-02-12T09:30:00Z, with at most three decimals, "
        + "not '2026-03-01'"
    ),
    (
      #"{"id": 1, "events": [{"at": "2026-03-02T00:00:00Z", "type": "session"}, "#
        + #"{"at": "2026-03-01T00:00:00Z", "type": "session"}]}"#,
      "'events[1].at' is earlier than the event before it; give events in time order"
    ),
    (
      #"{"id": 1, "events": [{"at": "2026-03-01T00:00:00Z", "type": "contacts", "count": -1}]}"#,
      "'events[0].count' must be a whole number of at least 0, not -1"
    ),
    (
      #"{"id": 1, "events": [{"at": "2026-03-01T00:00:00Z", "type": "contacts", "#
        + #""count": 1000000000001}]}"#,
      "'events[0].count' must be at most 1_000_000_000_000, not 1000000000001"
    ),
  ])
  func `each is told what is wrong with it, and the rest goes on`(line: String, mistake: String) {
    let outcome = growthloop(
      "decide", "prompts", input: "\(Self.good)\n\(line)\n\(Self.good)\n")
    #expect(outcome.code == .badInput)
    #expect(outcome.lines.count == 3)
    #expect(outcome.lines[0] == outcome.lines[2])
    let id = line.contains(#""id": 1"#) && !mistake.hasPrefix("not JSON") ? "1" : "null"
    #expect(outcome.lines[1] == #"{"error":"line 2: \#(mistake)","id":\#(id),"line":2}"#)
  }

  @Test func `an unknown trigger is told with the known ones`() {
    let line =
      #"{"id": 1, "events": [{"at": "2026-03-01T00:00:00Z", "type": "trigger", "trigger": "x"}]}"#
    let outcome = growthloop("decide", "prompts", input: line)
    #expect(outcome.code == .badInput)
    #expect(outcome.output.contains("'events[0].trigger' must be dedupReview | contactThreshold"))
    #expect(outcome.output.contains("not 'x'"))
  }

  @Test func `all mistakes of a line are told at once`() {
    let line = #"{"id": 1, "principal": 5, "installAt": "soon", "clicks": [{"seq": 1}]}"#
    let outcome = growthloop("decide", "attribution", input: line)
    for mistake in [
      "'principal' must be text that is not empty, not 5", "'installAt' must be a moment",
      "'clicks[0].at' is missing",
      "'clicks[0].inviter' is missing", "'clicks[0].link' is missing",
      "'clicks[0].inviterState' is missing",
    ] {
      #expect(outcome.output.contains(mistake))
    }
  }

  @Test func `bytes that are not UTF-8, and a line of a megabyte, spoil only their line`() {
    let good = Array(Self.good.utf8) + [UInt8(ascii: "\n")]
    let long = Array(repeating: UInt8(ascii: " "), count: 1_048_576) + [UInt8(ascii: "\n")]
    let outcome = run(
      ["decide", "prompts"], good + [0xff, 0xfe, 0x0a] + good + long + good, chunk: 4_096)
    #expect(outcome.code == .badInput)
    #expect(outcome.lines.count == 5)
    #expect(outcome.lines[1] == #"{"error":"line 2: not UTF-8","id":null,"line":2}"#)
    #expect(outcome.lines[3] == #"{"error":"line 4: longer than 256 KiB","id":null,"line":4}"#)
    #expect(Set([0, 2, 4].map { outcome.lines[$0] }).count == 1)
  }

  @Test(arguments: [33, 512, 513, 514, 100_000])
  func `brackets within brackets, however many, spoil only their line`(depth: Int) {
    for bracket in ["[", "{\"a\":", "[{\"a\":"] {
      let line = String(String(repeating: bracket, count: depth).prefix(200_000))
      let outcome = run(
        ["decide", "prompts"], Array("\(Self.good)\n\(line)\n\(Self.good)\n".utf8),
        chunk: 65_536)
      #expect(outcome.code == .badInput)
      #expect(outcome.lines.count == 3)
      #expect(outcome.lines[1].contains("nested more than 32 deep"))
    }
  }

  @Test func `brackets in a text are text`() {
    let brackets = String(repeating: "[", count: 600) + #"\"{"#
    let outcome = growthloop("decide", "codes", input: #"{"id": 1, "text": "\#(brackets)"}"#)
    #expect(outcome.code == .success)
  }

  @Test func `two clicks may not share a number, nor a launch precede the install`() {
    let line = """
      {"id": 1, "principal": "a", "installAt": "2026-03-08T09:00:00Z", \
      "firstLaunchAt": "2026-03-08T08:00:00Z", "clicks": [\
      {"seq": 1, "at": "2026-03-07T08:00:00Z", "inviter": "b", "link": "valid", \
      "inviterState": "active"}, {"seq": 1, "at": "2026-03-08T08:00:00Z", "inviter": "c", \
      "link": "valid", "inviterState": "active"}]}
      """
    let outcome = growthloop("decide", "attribution", input: line)
    #expect(outcome.output.contains("'clicks[1].seq' is used twice"))
    #expect(outcome.output.contains("'firstLaunchAt' is earlier than 'installAt'"))
  }

  @Test func `each wrong word of a list is named with its place`() {
    let line = #"""
      {"id": 1, "events": [{"at": "2026-03-01T09:00:00Z", "type": "sections", \#
      "above": ["upcoming", "needsAttenton", 5]}]}
      """#
    #expect(
      mistakes("prompts", line) == [
        "'events[0].above[1]' must be needsAttention | scoreChanged | upcoming, not 'needsAttenton'",
        "'events[0].above[2]' must be needsAttention | scoreChanged | upcoming, not 5",
      ])
  }

  @Test func `empty lines and a missing last line end are nothing`() {
    let outcome = growthloop("decide", "prompts", input: "\n\(Self.good)\n  \n\r\n\(Self.good)")
    #expect(outcome.code == .success)
    #expect(outcome.lines.count == 2)
  }

  @Test(arguments: [1, 2, 3, 64, 100_000])
  func `lines come out the same however the input arrives`(chunk: Int) {
    let input = Array("\(Self.good)\nnonsense\n\(Self.good)\n".utf8)
    let outcome = run(["decide", "prompts"], input, chunk: chunk)
    #expect(outcome.lines.count == 3)
    #expect(outcome.code == .badInput)
  }
}
