import Invites
import GrowthloopLinkStore
import GrowthloopReports
import Testing
import Vocabulary

@testable import growthloop

@Suite("growthloop decide codes")
struct CodeSubjectTests {
  static func line(_ text: some StringProtocol) -> String { #"{"id": 1, "text": "\#(text)"}"# }

  @Test(arguments: [
    ("a3Xk9m2Q", "code", "LNK-04"),
    ("https://rin.app/invite/a3Xk9m2Q", "pathCode", "LNK-01"),
    ("HTTPS://RIN.APP/invite/a3Xk9m2Q", "pathCode", "LNK-01"),
    ("/invite/a3Xk9m2Q", "pathCode", "LNK-01"),
    ("https://rin.app/r/a3Xk9m2Q", "shortPathCode", "LNK-16"),
    ("rin://invite/a3Xk9m2Q", "customScheme", "P-LNK-01"),
  ])
  func `a code is read in each of its forms`(text: String, form: String, rule: String) {
    #expect(
      answer("codes", Self.line(text))
        == #"{"code":"a3Xk9m2Q","form":"\#(form)","id":1,"rule":"\#(rule)","valid":true}"#)
  }

  @Test(arguments: [
    ("", "empty", "LNK-01"), ("a3Xk9m2", "wrongLength", "LNK-02"),
    ("a3Xk9m2_", "wrongCharacter", "LNK-03"),
    ("https://evil.example/invite/a3Xk9m2Q", "foreignHost", "LNK-01"),
    ("https://rin.app/invite?ref=u1&ctx=generic&sig=00", "uncheckedSignature", "P-LNK-06"),
  ])
  func `what is none is refused with its reason`(text: String, because: String, rule: String) {
    #expect(
      answer("codes", Self.line(text))
        == #"{"because":"\#(because)","id":1,"rule":"\#(rule)","valid":false}"#)
  }

  @Test func `a profile reads links of its own host alone`() {
    let link = Self.line("https://app.example.com/invite/a3Xk9m2Q")
    #expect(answer("codes", link).contains(#""because":"foreignHost""#))
    for profile in ["product", "design"] {
      #expect(answer("codes", link, under: profile).contains(#""form":"pathCode""#))
    }
  }

  @Test func `the text must be there`() {
    #expect(mistakes("codes", #"{"id": 1}"#) == ["'text' is missing: it must be text"])
  }
}

@Suite("growthloop decide codes · signed links")
struct SignedCodeTests {
  static let key = "a key of some length"

  static func link() throws -> String {
    let signer = HMACLinkSigner(signingWith: try SigningKey(Array(key.utf8)))
    let inviter = try #require(OpaqueID("u-7"))
    return try InviteLink.text(
      for: InviteCode(parsing: "a3Xk9m2Q"),
      claiming: LinkClaims(inviter: inviter, context: .content, content: OpaqueID("c9")),
      under: .product, in: .product, signedBy: signer)
  }

  @Test func `a link is believed under the key that signed it`() throws {
    let text = answer(
      "codes", CodeSubjectTests.line(try Self.link()), under: "product", key: Self.key)
    #expect(text.contains(#""valid":true"#))
    #expect(text.contains(#""form":"signedQuery""#))
    #expect(text.contains(#""inviter":"u-7""#))
    #expect(text.contains(#""context":"content""#))
    #expect(text.contains(#""content":"c9""#))
  }

  @Test func `no character of a signed link can be changed, dropped or added`() throws {
    let link = try Self.link()
    let query = try #require(link.firstIndex(of: "?"))
    var lines: [String] = []
    for place in link[query...].indices {
      for other in ["", "0", "x", "\(link[place])\(link[place])"] {
        var changed = link
        changed.replaceSubrange(place...place, with: other)
        if changed != link { lines.append(CodeSubjectTests.line(changed)) }
      }
    }
    let outcome = run(
      ["decide", "codes", "--profile", "product"], Array(lines.joined(separator: "\n").utf8),
      variables: ["GROWTHLOOP_SIGNING_KEY": Self.key], chunk: 4_096)
    #expect(outcome.lines.count == lines.count)
    for (line, text) in zip(lines, outcome.lines) {
      #expect(text.contains(#""valid":false"#), "\(line) → \(text)")
    }
  }

  @Test func `another key, or none, believes nothing`() throws {
    let line = CodeSubjectTests.line(try Self.link())
    #expect(
      answer("codes", line, under: "product", key: "another key of length")
        == #"{"because":"badSignature","id":1,"rule":"P-LNK-06","valid":false}"#)
    #expect(
      answer("codes", line, under: "product")
        == #"{"because":"uncheckedSignature","id":1,"rule":"P-LNK-06","valid":false}"#)
  }

  @Test func `the key is never printed, in answers or in complaints`() throws {
    let link = CodeSubjectTests.line(try Self.link())
    let connected = EventSubjectTests.line(EventSubjectTests.connected)
    for (subject, line) in [("codes", link), ("codes", "nonsense"), ("events", connected)] {
      let outcome = run(
        ["decide", subject], Array(line.utf8), variables: ["GROWTHLOOP_SIGNING_KEY": Self.key])
      #expect(!(outcome.output + outcome.complaints).contains(Self.key))
    }
    let short = growthloop(
      "decide", "codes", variables: ["GROWTHLOOP_SIGNING_KEY": "tooshort"])
    #expect(short.code == .usage)
    #expect(
      short.complaints == """
        growthloop: a signing key has at least 16 bytes; this one has 8
        Try 'growthloop decide --help'.

        """)
  }
}
