import Testing

@testable import growthloop

@Suite("growthloop decide receipt")
struct ReceiptSubjectTests {
  static let elsewhere = """
    {"id": 1, "opener": "browser", "platform": "other", "senderName": "Bob"}
    """

  @Test(arguments: [
    (
      "rin",
      #"""
      {"because":"notOnIOS","credit":"none","id":1,"isLogged":false,"isRecorded":true,\#
      "rule":"CNF-18","surface":"genericPage"}
      """#
    ),
    (
      "product",
      #"""
      {"because":"notOnIOS","credit":"none","id":1,"isLogged":false,"isRecorded":true,\#
      "rule":"P-EDG-13","surface":"emailCapturePage","text":"Thanks for your interest! [App] is \#
      currently available on iOS. We'll notify you when Android launches."}
      """#
    ),
    (
      "design",
      #"""
      {"because":"notOnIOS","credit":"none","id":1,"isLogged":false,"isRecorded":true,\#
      "rule":"CNF-18","surface":"appStore"}
      """#
    ),
  ])
  func `each profile has its own surface`(profile: String, expected: String) {
    #expect(answer("receipt", Self.elsewhere, under: profile) == expected)
  }

  @Test func `a preview is no click, whether it is named or known by its user agent`() {
    let expected = #"""
      {"because":"previewFetch","credit":"none","id":1,"isLogged":false,"isRecorded":false,\#
      "rule":"CNF-63","surface":"genericPage"}
      """#
    #expect(answer("receipt", #"{"id": 1, "opener": "previewFetcher"}"#) == expected)
    #expect(answer("receipt", #"{"id": 1, "userAgent": "WhatsApp/2.23.20.0"}"#) == expected)
  }

  @Test func `a tampered link is one where links are signed, and unknown elsewhere`() {
    let line = #"{"id": 1, "opener": "signedOutApp", "link": "tampered"}"#
    #expect(
      answer("receipt", line, under: "product") == #"""
        {"because":"tamperedLink","credit":"none","id":1,"isLogged":true,"isRecorded":true,\#
        "rule":"P-LNK-08","surface":"standardOnboarding"}
        """#)
    #expect(answer("receipt", line).contains(#""because":"unknownLink""#))
  }

  @Test func `mistakes are told all at once`() {
    #expect(
      mistakes(
        "receipt",
        #"{"id": 1, "opener": "signedInApp", "link": "broken", "platform": "iOS"}"#)
        == [
          "'relation' is missing: it must be stranger | connected | same",
          "'link' must be valid | unknown | expired | tampered, not 'broken'",
          "unknown field 'platform'",
        ])
  }
}

@Suite("growthloop decide matching")
struct MatchingSubjectTests {
  static let device = """
    "address": "a1", "platform": "iOS", "osVersion": "26.1", "model": "p7", \
    "timeZone": "Europe/Rome", "language": "it"
    """

  static func line(_ clicks: String...) -> String {
    """
    {"id": 1, "launchAt": "2026-03-02T09:00:00Z", "device": {\(device)}, \
    "clicks": [\(clicks.joined(separator: ", "))]}
    """
  }

  static func click(_ number: Int, _ signals: String = device) -> String {
    """
    {"seq": \(number), "at": "2026-03-01T20:00:00Z", "link": "L\(number)", "signals": {\(signals)}}
    """
  }

  @Test(arguments: ["rin", "product", "design"])
  func `the click whose signals are the device's is matched, and the others differ`(
    profile: String
  ) {
    let line = Self.line(Self.click(1), Self.click(2, #""address": "a2", "platform": "iOS""#))
    #expect(
      answer("matching", line, under: profile) == #"""
        {"basis":"signals","click":1,"clicks":[{"differing":["address","osVersion","model",\#
        "timeZone","language"],"score":1000,"seq":2,"verdict":"signalsDiffer"},\#
        {"differing":[],"score":1000,"seq":1,"verdict":"chosen"}],"decision":"matched","id":1,\#
        "isUnique":true,"link":"L1","rule":"RES-07"}
        """#)
  }

  @Test func `of two that match the newer is chosen, and it is not the only one`() {
    let text = answer("matching", Self.line(Self.click(1), Self.click(2)))
    #expect(text.contains(#""click":2"#))
    #expect(text.contains(#""isUnique":false"#))
    #expect(text.contains(#""seq":1,"verdict":"competes""#))
  }

  @Test func `without clicks there is no match`() {
    #expect(
      answer("matching", Self.line())
        == #"{"because":"noClick","clicks":[],"decision":"noMatch","id":1,"rule":"RES-08"}"#)
  }

  @Test func `mistakes are told all at once`() {
    let line = """
      {"id": 1, "launchAt": "2026-03-02T09:00:00Z", "device": {"address": 4, "colour": "x"}, \
      "clicks": [{"seq": 1, "at": "2026-03-02T09:00:00Z"}, \
      {"seq": 1, "at": "2026-03-02T09:00:00Z", "link": "L"}]}
      """
    #expect(
      mistakes("matching", line) == [
        "'device.address' must be text, not 4", "unknown field 'device.colour'",
        "'clicks[0].link' is missing: it must be text", "'clicks[1].seq' is used twice",
      ])
  }
}
