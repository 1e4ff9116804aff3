import Testing

@testable import growthloop

@Suite("growthloop decide visibility")
struct VisibilitySubjectTests {
  /// One who has gone as far as one can without completing, one who completed, one who let it be.
  static let three = """
    {"id": 1, "shares": 2, "utcOffsetMinutes": 60, "invites": [\
    {"created": "2026-02-10T09:00:00Z", "sent": "2026-02-10T09:01:00Z", \
    "clicked": "2026-02-11T08:00:00Z", "opened": "2026-02-11T08:00:00Z", \
    "installed": "2026-02-11T08:05:00Z", "signedUp": "2026-02-12T09:20:00Z", \
    "connected": "2026-02-12T09:20:00Z", "invitee": 9911, "name": "Sam Secret", \
    "avatar": "https://a.example/sam"}, \
    {"created": "2026-02-10T09:00:00Z", "sent": "2026-02-10T09:01:00Z", \
    "installed": "2026-02-11T08:05:00Z", "signedUp": "2026-02-12T09:20:00Z", \
    "connected": "2026-02-12T09:20:00Z", "completed": "2026-02-12T23:30:00Z", "invitee": 12, \
    "name": "Ann"}, \
    {"created": "2026-02-10T09:00:00Z", "clicked": "2026-02-11T08:00:00Z", \
    "opened": "2026-02-11T08:00:00Z", "expired": "2026-03-12T09:00:00Z"}]}
    """

  @Test(arguments: [
    (
      "rin",
      #"""
      {"dashboard":{"bar":0.5,"completed":1,"installed":2,"rows":[\#
      {"deepLink":"rin://contacts/12","joined":"Joined Feb 13, 2026","name":"Ann"}],"sent":2,\#
      "summary":"1 of 2 joined Rin"},"figures":[{"count":2,"fact":"sent"},\#
      {"count":2,"fact":"installed"},{"count":1,"fact":"completed"}],"id":1,\#
      "joined":[{"at":"2026-02-12T23:30:00Z","invitee":12,"name":"Ann"}],"rule":"CNF-16",\#
      "statuses":["sent","sent",null]}
      """#
    ),
    (
      "product",
      #"""
      {"figures":[{"count":3,"fact":"created"},{"count":2,"fact":"sent"},\#
      {"count":2,"fact":"opened"},{"count":2,"fact":"accepted"},{"count":1,"fact":"expired"}],\#
      "id":1,"joined":[],"rule":"CNF-16","statuses":["accepted","accepted","expired"]}
      """#
    ),
    (
      "design",
      #"""
      {"figures":[{"count":2,"fact":"sent"},{"count":2,"fact":"accepted"}],"id":1,"joined":[],\#
      "rule":"CNF-16","statuses":["accepted","accepted",null]}
      """#
    ),
  ])
  func `each profile shows its inviters its own facts`(profile: String, expected: String) {
    #expect(answer("visibility", Self.three, under: profile) == expected)
  }

  @Test func `under rin nothing tells of clicks, openings, or who has not completed`() {
    let text = answer("visibility", Self.three).lowercased()
    for hidden in ["click", "open", "created", "expired", "sam", "secret", "9911", "connected"] {
      #expect(!text.contains(hidden), "\(hidden)")
    }
  }

  @Test(arguments: ["product", "design"])
  func `where names are hidden, nobody has one`(profile: String) {
    let text = answer("visibility", Self.three, under: profile)
    for hidden in ["Ann", "Sam", "9911", "avatar", "dashboard", "click"] {
      #expect(!text.contains(hidden), "\(hidden)")
    }
  }

  @Test func `under rin nothing but the visible facts can change the answer`() {
    let plain = """
      {"id": 1, "shares": 2, "invites": [{"sent": "2026-02-10T09:01:00Z", "invitee": 5}]}
      """
    let hidden = """
      {"id": 1, "shares": 2, "invites": [{"sent": "2026-02-10T09:01:00Z", "invitee": 6, \
      "created": "2026-02-10T09:00:00Z", "clicked": "2026-02-11T08:00:00Z", \
      "opened": "2026-02-11T08:00:00Z", "expired": "2026-03-12T09:00:00Z", \
      "signedUp": "2026-02-12T09:20:00Z", "connected": "2026-02-12T09:20:00Z", "name": "Sam"}]}
      """
    #expect(answer("visibility", plain) == answer("visibility", hidden))
  }

  @Test func `with nothing sent there is no bar`() {
    #expect(
      answer("visibility", #"{"id": 1, "shares": 0, "invites": []}"#) == #"""
        {"dashboard":{"completed":0,"installed":0,"rows":[],"sent":0},"figures":[\#
        {"count":0,"fact":"sent"},{"count":0,"fact":"installed"},{"count":0,"fact":"completed"}],\#
        "id":1,"joined":[],"rule":"CNF-16","statuses":[]}
        """#)
  }

  @Test func `mistakes are told all at once`() {
    #expect(
      mistakes(
        "visibility",
        #"{"id": 1, "invites": [{"invitee": "Ann", "clicked": 5, "nmae": "x"}]}"#)
        == [
          "'shares' is missing: it must be a whole number of at least 0",
          "'invites[0].clicked' must be a moment such as 2026-02-12T09:30:00Z, with at most three "
            + "decimals, not 5",
          "'invites[0].invitee' must be a whole number of at least 0, not 'Ann'",
          "unknown field 'invites[0].nmae'", "did you mean 'name'?",
        ])
  }
}
