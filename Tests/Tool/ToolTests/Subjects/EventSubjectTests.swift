import Invites
import Testing
import Vocabulary

@testable import GrowthloopDecisions
@testable import growthloop

@Suite("growthloop decide events")
struct EventSubjectTests {
  static let key = "0123456789abcdef"
  // By another implementation: HMAC-SHA256 of "growthloop identity 1\n7\n", and of 12.
  static let seven = "b876d777c93dc01c83a4873089fa98207f9f5670d4b542765f4a3cb9ee93f1a9"
  static let twelve = "33330878ae356b318181f334cc31acc2e639d72fc927d3679a2cfd709e0e4a80"
  static let connected = #""event": "connected", "inviter": 7, "invitee": 12"#

  static func line(_ event: String) -> String {
    #"{"id": 1, "user": 7, "session": 3, \#(event)}"#
  }

  @Test(arguments: [
    (
      "rin",
      #"""
      {"decision":"exported","id":1,"name":"invite_link_shared","occurrences":1,"properties":[\#
      {"name":"channel","value":"whatsapp"},{"name":"source","value":"profile"},\#
      {"name":"message_customized","value":true}],"reidentifiesReferrer":false,"rule":"CNF-26"}
      """#
    ),
    (
      "product",
      #"""
      {"decision":"exported","id":1,"name":"invite_sent","occurrences":1,"properties":[\#
      {"name":"channel","value":"whatsapp"},{"name":"entry_point","value":"profile"}],\#
      "reidentifiesReferrer":false,"rule":"CNF-26"}
      """#
    ),
    (
      "design",
      #"""
      {"decision":"exported","id":1,"name":"invite_sent","occurrences":2,"properties":[\#
      {"name":"user_id","value":7},{"name":"session_id","value":3},{"name":"count","value":2},\#
      {"name":"channel","value":"whatsapp"}],"reidentifiesReferrer":false,"rule":"CNF-26"}
      """#
    ),
  ])
  func `one step leaves under three names, with the properties of each`(
    profile: String, expected: String
  ) {
    #expect(answer("events", EventSubject.example, under: profile) == expected)
  }

  @Test func `persons leave under a hash that the key makes`() {
    #expect(
      answer("events", Self.line(Self.connected), key: Self.key) == #"""
        {"decision":"exported","id":1,"name":"invite_auto_connected","occurrences":1,\#
        "properties":[{"name":"inviter_id","value":"\#(Self.seven)"},\#
        {"name":"invitee_id","value":"\#(Self.twelve)"}],"reidentifiesReferrer":false,\#
        "rule":"CNF-26"}
        """#)
    #expect(
      !answer("events", Self.line(Self.connected), key: "fedcba9876543210").contains(Self.seven))
  }

  @Test func `without a key no hash is made up`() {
    #expect(
      mistakes("events", Self.line(Self.connected)) == [
        "'inviter_id' is exported under a hash, which needs a key: give --signing-key-file or "
          + "GROWTHLOOP_SIGNING_KEY"
      ])
    // Nobody is named in this vocabulary's event, so there is nothing to hash.
    #expect(
      answer("events", Self.line(Self.connected), under: "product") == #"""
        {"decision":"exported","id":1,"name":"invite_accepted","occurrences":1,"properties":[],\#
        "reidentifiesReferrer":false,"rule":"CNF-26"}
        """#)
  }

  @Test(arguments: [
    ("rin", #"{"because":"notCounted","decision":"notExported","id":1,"rule":"CNF-55"}"#),
    (
      "product",
      #"""
      {"decision":"exported","id":1,"name":"invite_link_opened","occurrences":1,"properties":[],\#
      "reidentifiesReferrer":false,"rule":"CNF-26"}
      """#
    ),
    ("design", #"{"because":"noName","decision":"notExported","id":1,"rule":"CNF-26"}"#),
  ])
  func `a link tapped without the app counts as opened only where any click does`(
    profile: String, expected: String
  ) {
    let line = Self.line(
      #""event": "linkOpened", "referrer": 7, "appInstalled": false, "by": "signedOut""#)
    #expect(answer("events", line, under: profile) == expected)
  }

  @Test func `a code beside a hash is marked, for it tells whose hash it is`() {
    let line = Self.line(
      #""event": "appInstalled", "code": "a3Xk9m2Q", "referrer": 7"#)
    #expect(
      answer("events", line, key: Self.key) == #"""
        {"decision":"exported","id":1,"name":"invite_app_installed","occurrences":1,\#
        "properties":[{"name":"invite_code","value":"a3Xk9m2Q"},\#
        {"name":"referrer_id","value":"\#(Self.seven)"}],"reidentifiesReferrer":true,\#
        "rule":"CNF-26"}
        """#)
  }

  @Test(arguments: ["rin", "product", "design"])
  func `every step is exported if and only if the vocabulary has a name for it`(profile: String) {
    let particulars = """
      "entry": "profile", "channel": "copy", "count": 1, "referrer": 7, "appInstalled": true, \
      "by": "owner", "daysSinceClick": 1, "inviter": 7, "invitee": 12, "number": 1, "sent": 1, \
      "trigger": "dedupReview", "installed": 1, "completed": 1
      """
    for step in InviteStep.allCases {
      // The fields that the step does not have are refused by name: leave them out.
      let full = Self.line(#""event": "\#(step.rawValue)", \#(particulars)"#)
      let unknown = mistakes("events", full, under: profile)
        .filter { $0.hasPrefix("unknown field") }
        .compactMap { $0.split(separator: "'").dropFirst().first }
      let kept = particulars.split(separator: ", ").filter { field in
        !unknown.contains { field.hasPrefix("\"\($0)\"") }
      }
      let line = Self.line(
        ([#""event": "\#(step.rawValue)""#] + kept).joined(separator: ", "))
      let text = answer("events", line, under: profile, key: Self.key)
      let vocabulary = ProfileID.allCases.first { $0.shortName == profile }
      let name = vocabulary.flatMap { step.name(in: $0)?.primary }
      #expect(
        text.contains(#""decision":"\#(name == nil ? "notExported" : "exported")""#), "\(text)")
      if let name { #expect(text.contains(#""name":"\#(name)","occurrences""#), "\(text)") }
    }
  }

  @Test func `mistakes are told all at once`() {
    let line = #"{"id": 1, "user": "ann", "event": "linkOpened", "code": "", "by": "nobody"}"#
    #expect(
      mistakes("events", line) == [
        "'user' must be a whole number of at least 0, not 'ann'",
        "'session' is missing: it must be a whole number of at least 0",
        "'code' must be eight letters or digits",
        "'referrer' is missing: it must be a whole number of at least 0",
        "'appInstalled' is missing: it must be true or false",
        "'by' must be signedOut | signedIn | owner, not 'nobody'",
      ])
  }
}
