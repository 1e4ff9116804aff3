import Invites
import GrowthloopFindings
import Testing
import Vocabulary

@testable import GrowthloopLinkService

@Suite("Bodies · every mistake at once", .timeLimit(.minutes(60)))
struct ShapeTests {
  private static let when = FormField.required("when", .moment)
  private static let who = FormField.optional("who", .user)
  private static let words = FormField.optional("words", Form.opaqueName.list(longest: 2))
  private static let shape = Form.object("Trial", when, who, words).shape

  @Test func `what is written by fields is read by them`() throws {
    let moment = try #require(Instant(iso8601: "2026-02-12T09:30:00Z"))
    let name = try #require(OpaqueID("a"))
    let body = Members(
      Self.when(moment), Self.who(PrincipalID(rawValue: 7)), Self.words([name, name]))
    #expect(Self.shape.mistakes(in: body.json).isEmpty)
    let read = Members(body.json)
    #expect(read[Self.when] == moment && read[Self.who] == PrincipalID(rawValue: 7))
    #expect(read[Self.words] == [name, name])
    let empty = Members(Self.when(moment), nil)
    #expect(empty[Self.who] == nil && empty.json == ["when": .text(moment.iso8601)])
  }

  @Test func `null is no value`() {
    let field = FormField.required("at", Form.moment.orNull)
    #expect(Members(field(nil)).json == ["at": nil])
    #expect(Members(field(nil))[field] == nil)
  }

  @Test func `a path is filled in the order of its parameters`() {
    #expect(ShareInvite.call.path("a1") == "/invites/a1/share")
    #expect(CreateInvite.call.path() == "/invites")
  }

  @Test func `a body of the right form has no mistakes`() {
    let body: JSONValue = [
      "when": "2026-02-12T09:30:00.123456+02:00", "words": ["a", "b_-9"],
      "who": "00000000-0000-8000-8000-00000000002a",
    ]
    #expect(Self.shape.mistakes(in: body).isEmpty)
  }

  @Test func `all mistakes are told, each with its place`() {
    let body: JSONValue = ["who": "somebody", "words": ["a", "b c", "d"], "a/b~": 1]
    #expect(
      Self.shape.mistakes(in: body).map(\.pointer) == [
        "/when", "/who", "/words", "/words/1", "/a~1b~0",
      ])
  }

  @Test func `a name that is nearly right is suggested`() {
    let mistakes = Self.shape.mistakes(in: ["when": "2026-02-12T09:30:00Z", "word": []])
    #expect(mistakes.map(\.detail) == ["is unknown; did you mean 'words'?"])
  }

  @Test(
    arguments: [
      ("2026-02-12t09:30:00z", 0), ("2026-02-12T09:30:00.9999Z", 999),
      ("2026-02-12T10:30:00.5+01:00", 500),
    ] as [(String, Int64)])
  func `a moment may be written in every way of RFC 3339`(text: String, milliseconds: Int64) {
    let moment = Instant(iso8601: "2026-02-12T09:30:00Z")
    #expect(Instant(rfc3339: text) == moment.map { $0 + .milliseconds(milliseconds) })
  }

  @Test(
    arguments: [
      (.integer(3), true), (.number(3), true), (.number(-2e0), true), (.number(3.5), false),
      (.number(4), false), (.number(1e300), false), (.number(.nan), false), (.text("3"), false),
    ] as [(JSONValue, Bool)])
  func `a number without a fraction is whole, however it is written`(
    value: JSONValue, isWhole: Bool
  ) {
    #expect(Shape.integer(-3...3).mistakes(in: value).isEmpty == isWhole)
  }

  @Test(arguments: [
    "Ann Lee", "José Muñoz-Ōe", "محمد", "佐藤 さくら", "O'Brien", "Ann 🎉", "www", "J. R. R.", "",
  ])
  func `a name is what people are called`(name: String) throws {
    #expect(Shape.personName(longest: 30).mistakes(in: .text(name)).isEmpty)
    let pattern = try Regex(PersonNameCheck.pattern)
    #expect(name.wholeMatch(of: pattern) != nil, "the OpenAPI document says the same")
  }

  @Test(arguments: [
    "Ann\u{7}", "Ann\nLee", "Ann\u{85}", "\u{202E}eeL nnA", "\u{2067}Ann", "Ann\u{200F}",
    "Ann\u{2028}Lee", "see https://evil.example", "HTTP://x", "WWW.evil.example",
    "Ann www.x.example",
  ])
  func `a name that turns the writing, gives orders or leads elsewhere is none`(name: String) throws
  {
    #expect(!Shape.personName(longest: 60).mistakes(in: .text(name)).isEmpty)
    let pattern = try Regex(PersonNameCheck.pattern)
    #expect(name.wholeMatch(of: pattern) == nil, "the OpenAPI document says the same")
  }

  private static let addresses = [
    ("ada@example.org", true), ("Ada+1@mail.Example.ORG", true), ("a@b-c.de", true),
    (String(repeating: "a", count: 64) + "@b.c", true), ("", false), ("ada", false),
    ("ada@localhost", false), (" ada@example.org", false), ("ada@example.org\n", false),
    ("ada@-b.org", false), ("ada@b-.org", false), ("ada@example..org", false),
    ("a,b@example.org", false), ("ädä@example.org", false), ("a@b@example.org", false),
    (String(repeating: "a", count: 65) + "@b.c", false),
    ("a@" + String(repeating: "b", count: 64) + ".org", false),
  ]

  @Test(arguments: addresses)
  func `P-EDG-14 · an email address is checked as the rule says, and described the same`(
    address: String, isOne: Bool
  ) throws {
    #expect(Shape.emailAddress.mistakes(in: .text(address)).isEmpty == isOne)
    let schema = Members(Shape.emailAddress.schema).values
    let pattern = try #require(schema["pattern"]?.word)
    #expect((address.wholeMatch(of: try Regex(pattern)) != nil) == isOne)
    #expect(schema["maxLength"] == 254)
  }
}
