import Testing

@testable import growthloop

@Suite("growthloop decide messages")
struct MessageSubjectTests {
  static let two = """
    {"id": 1, "link": "L", "recipients": ["Ann", null], "context": "achievement", \
    "accomplishment": "ran 10 km"}
    """

  @Test(arguments: [
    (
      "rin",
      #"""
      {"characters":56,"fallback":{"reason":"severalRecipients"},"id":1,"rule":"CNF-30",\#
      "segments":{"count":1,"encoding":"gsm7","units":56},"template":"rinGeneric",\#
      "text":"I use Rin to organize and control my contacts. Try it: L"}
      """#
    ),
    (
      "product",
      #"""
      {"characters":47,"id":1,"rule":"P-MSG-05",\#
      "segments":{"count":1,"encoding":"gsm7","units":49},"template":"productAchievement",\#
      "text":"I just ran 10 km on [App]! You should try it: L"}
      """#
    ),
    (
      "design",
      #"""
      {"characters":55,"fallback":{"reason":"severalRecipients"},"id":1,"rule":"D-MSG-05",\#
      "segments":{"count":1,"encoding":"gsm7","units":57},"template":"designNameless",\#
      "text":"Hey, I've been using [App] and thought you'd love it! L"}
      """#
    ),
  ])
  func `each profile has its own text, and says why it is not a better one`(
    profile: String, expected: String
  ) {
    #expect(answer("messages", Self.two, under: profile) == expected)
  }

  @Test func `a first name is used where it is known, and null is a contact without one`() {
    let named = #"{"id": 1, "link": "L", "recipients": ["Ann"]}"#
    #expect(answer("messages", named).contains(#""text":"Hey Ann, I use Rin"#))
    let nameless = #"{"id": 1, "link": "L", "recipients": [null]}"#
    #expect(answer("messages", nameless).contains(#""fallback":{"reason":"noFirstName"}"#))
    #expect(answer("messages", nameless).contains(#""rule":"CIV-09""#))
  }

  @Test func `a slot that nothing fills is named, and no bracket but the app's is printed`() {
    #expect(
      answer("messages", #"{"id": 1, "link": "L"}"#, under: "product") == #"""
        {"characters":19,"fallback":{"reason":"unfilled","slot":"use case"},"id":1,\#
        "rule":"P-MSG-08","segments":{"count":1,"encoding":"gsm7","units":21},\#
        "template":"triggerEmptyState","text":"Join me on [App]: L"}
        """#)
  }

  @Test(arguments: [(65, "designPersonal"), (66, "designNameless")])
  func `the name goes when it makes the text longer than 159 characters`(
    letters: Int, template: String
  ) {
    let name = String(repeating: "A", count: letters)
    let line = """
      {"id": 1, "link": "https://app.example.com/invite/a3Xk9m2Q", "recipients": ["\(name)"]}
      """
    let text = answer("messages", line, under: "design")
    #expect(text.contains(#""template":"\#(template)""#))
    #expect(text.contains(#""fallback":{"characters":160,"reason":"tooLong"}"#) == (letters == 66))
  }

  @Test func `one em dash moves the whole text into parts of 67 units`() {
    let line = #"{"id": 1, "link": "L", "useCase": "chess"}"#
    #expect(
      answer("messages", line, under: "product")
        .contains(#""segments":{"count":2,"encoding":"ucs2","units":72}"#))
    #expect(
      answer("messages", line, with: ["--set", "messages.countSegments=false"]) == #"""
        {"characters":56,"id":1,"rule":"SHR-08","template":"rinGeneric",\#
        "text":"I use Rin to organize and control my contacts. Try it: L"}
        """#)
  }

  @Test func `mistakes are told all at once, and a blank link is one`() {
    #expect(
      mistakes(
        "messages",
        #"{"id": 1, "recipients": ["Ann", 5], "context": "friendly", "channel": "fax"}"#)
        == [
          "'link' is missing: it must be text",
          "'context' must be generic | achievement | content | collaborative, not 'friendly'",
          "'recipients[1]' must be text or null, not 5",
          "'channel' must be messages | imessage | whatsapp | email | copy | copy_link | airdrop "
            + "| other, not 'fax'",
        ])
    #expect(
      mistakes("messages", #"{"id": 1, "link": " "}"#)
        == ["'link' is blank: without a link there is nothing to send"])
  }
}
