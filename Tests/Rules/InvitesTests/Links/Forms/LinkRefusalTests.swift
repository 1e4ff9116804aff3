import Invites
import Testing
import Vocabulary

@Suite("Links · what is refused, and why")
struct LinkRefusalTests {
  struct Wrong: Sendable, CustomTestStringConvertible {
    let text: String
    let refusal: InviteLink.Refusal
    var testDescription: String {
      "\(String(text.prefix(80)).debugDescription) is \(refusal.reason)"
    }
  }

  static let codeLinks: [Wrong] = [
    Wrong(text: "", refusal: .empty),
    Wrong(text: " ", refusal: .whitespace),
    Wrong(text: " a3Xk9m2Q", refusal: .whitespace),
    Wrong(text: "https://rin.app/invite/a3Xk9m2Q\n", refusal: .whitespace),
    Wrong(text: "https://rin.app/invite/a3Xk9m2é", refusal: .notASCII),
    Wrong(text: "https://rin.app/invite/a3Xk9m2\0", refusal: .notASCII),
    Wrong(text: "https://rin.app/invite/a3Xk9m%51", refusal: .percentEncoding),
    Wrong(text: "https://rin.app/invite/a3Xk9m2Q#top", refusal: .fragment),
    Wrong(text: "http://rin.app/invite/a3Xk9m2Q", refusal: .insecureScheme),
    Wrong(text: "ftp://rin.app/invite/a3Xk9m2Q", refusal: .foreignScheme),
    Wrong(text: "app://invite/a3Xk9m2Q", refusal: .foreignScheme),
    Wrong(text: "mailto:a3Xk9m2Q", refusal: .foreignScheme),
    Wrong(text: "javascript:alert/1", refusal: .foreignScheme),
    Wrong(text: "https://rin.app.evil.example/invite/a3Xk9m2Q", refusal: .foreignHost),
    Wrong(text: "https://evil.example/rin.app/invite/a3Xk9m2Q", refusal: .foreignHost),
    Wrong(text: "https://rin.app./invite/a3Xk9m2Q", refusal: .foreignHost),
    Wrong(text: "https:///invite/a3Xk9m2Q", refusal: .foreignHost),
    Wrong(text: "invite/a3Xk9m2Q", refusal: .foreignHost),
    Wrong(text: "https://rin.app:443/invite/a3Xk9m2Q", refusal: .port),
    Wrong(text: "rin.app:443/invite/a3Xk9m2Q", refusal: .port),
    Wrong(text: "https://rin.app@evil.example/invite/a3Xk9m2Q", refusal: .userInfo),
    Wrong(text: "https://me@rin.app/invite/a3Xk9m2Q", refusal: .userInfo),
    Wrong(text: "https://rin.app", refusal: .wrongPath),
    Wrong(text: "https://rin.app/", refusal: .wrongPath),
    Wrong(text: "https://rin.app/invite", refusal: .wrongPath),
    Wrong(text: "https://rin.app/r", refusal: .wrongPath),
    Wrong(text: "https://rin.app/r?ref=a&ctx=generic&sig=b", refusal: .wrongPath),
    Wrong(text: "https://rin.app/Invite/a3Xk9m2Q", refusal: .wrongPath),
    Wrong(text: "https://rin.app/invites/a3Xk9m2Q", refusal: .wrongPath),
    Wrong(text: "https://rin.app//invite/a3Xk9m2Q", refusal: .wrongPath),
    Wrong(text: "//rin.app/invite/a3Xk9m2Q", refusal: .wrongPath),
    Wrong(text: "rin://r/a3Xk9m2Q", refusal: .wrongPath),
    Wrong(text: "rin:///invite/a3Xk9m2Q", refusal: .wrongPath),
    Wrong(text: "rin://contacts/a3Xk9m2Q", refusal: .wrongPath),
    Wrong(text: "https://rin.app/invite/", refusal: .trailingSlash),
    Wrong(text: "https://rin.app/invite/a3Xk9m2Q/", refusal: .trailingSlash),
    Wrong(text: "https://rin.app/invite/a3Xk9m2Q/x", refusal: .extraPath),
    Wrong(text: "https://rin.app/invite/a3Xk9m2Q//", refusal: .extraPath),
    Wrong(text: "https://rin.app/invite/../r/a3Xk9m2Q", refusal: .extraPath),
    Wrong(text: "https://rin.app/invite/a3Xk9m2Q?utm=1", refusal: .queryOnCodeLink),
    Wrong(text: "https://rin.app/invite/a3Xk9m2Q?", refusal: .queryOnCodeLink),
    Wrong(text: "https://rin.app/invite/a3Xk9m2", refusal: .wrongCode(.wrongLength(7))),
    Wrong(text: "https://rin.app/r/a3Xk-m2Q", refusal: .wrongCode(.wrongCharacter(at: 4))),
    Wrong(text: "rin.app", refusal: .wrongCode(.wrongCharacter(at: 3))),
    Wrong(
      text: String(repeating: "a", count: 2_048), refusal: .wrongCode(.wrongLength(2_048))),
    Wrong(text: String(repeating: "a", count: 2_049), refusal: .tooLong(bytes: 2_049)),
  ]

  @Test(arguments: codeLinks)
  func `LNK-01, LNK-04, EDG-10 · a link that is not exactly one of ours is refused`(_ wrong: Wrong)
  {
    #expect(throws: wrong.refusal) { try InviteLink(parsing: wrong.text, in: .rin) }
    #expect(wrong.refusal.standing == .unknown)
  }

  static let signedLinks: [Wrong] = [
    Wrong(text: "?", refusal: .missing(.ref)),
    Wrong(text: "?ctx=generic&sig=ab", refusal: .missing(.ref)),
    Wrong(text: "?ref=&ctx=generic&sig=ab", refusal: .missing(.ref)),
    Wrong(text: "?ref=u1&sig=ab", refusal: .missing(.ctx)),
    Wrong(text: "?ref=u1&ctx=generic&cid=&sig=ab", refusal: .missing(.cid)),
    Wrong(text: "?ref=u1&ctx=generic", refusal: .missing(.sig)),
    Wrong(text: "?ref=u1&ctx=generic&sig=", refusal: .missing(.sig)),
    Wrong(text: "?ref=u1&ref=u2&ctx=generic&sig=ab", refusal: .repeated(.ref)),
    Wrong(text: "?ref=u1&ctx=generic&sig=ab&sig=ab", refusal: .repeated(.sig)),
    Wrong(text: "?ref=u1&ctx=generic&sig=ab&", refusal: .unknownParameter),
    Wrong(text: "?ref=u1&ctx=generic&sig=ab&utm=1", refusal: .unknownParameter),
    Wrong(text: "?REF=u1&ctx=generic&sig=ab", refusal: .unknownParameter),
    Wrong(text: "?ref&ctx=generic&sig=ab", refusal: .unknownParameter),
    Wrong(text: "?ref=me@example.com&ctx=generic&sig=ab", refusal: .notOpaque(.ref)),
    Wrong(text: "?ref=+15551234567&ctx=generic&sig=ab", refusal: .notOpaque(.ref)),
    Wrong(text: "?ref=Sam+Lee&ctx=generic&sig=ab", refusal: .notOpaque(.ref)),
    Wrong(text: "?ref=u=1&ctx=generic&sig=ab", refusal: .notOpaque(.ref)),
    Wrong(
      text: "?ref=\(String(repeating: "u", count: 65))&ctx=generic&sig=ab",
      refusal: .notOpaque(.ref)),
    Wrong(text: "?ref=u1&ctx=generic&cid=a.b&sig=ab", refusal: .notOpaque(.cid)),
    Wrong(text: "?ref=u1&ctx=Generic&sig=ab", refusal: .unknownContext),
    Wrong(text: "?ref=u1&ctx=urgent&sig=ab", refusal: .unknownContext),
    Wrong(text: "?ref=u1&ctx=generic&sig=ab", refusal: .badSignature),
    Wrong(text: "?ref=u1&ctx=generic&sig=a+b", refusal: .badSignature),
  ]

  @Test(arguments: signedLinks)
  func `P-LNK-02, P-LNK-08, P-PRV-04 · a signed link that is not whole was meddled with`(
    _ wrong: Wrong
  ) {
    for root in [
      "https://app.example.com/invite", "app.example.com/invite", "/invite", "app://invite",
    ] {
      #expect(throws: wrong.refusal) {
        try InviteLink(parsing: root + wrong.text, in: .product, checkedBy: LinkFixture.signer)
      }
    }
    #expect(wrong.refusal.standing == .tampered)
    let route = LinkPolicy.product.route(wrong.refusal.standing, appIsInstalled: false)
    #expect(route.destination == .genericOnboardingAndLog)
    #expect(route.rule == "P-LNK-08")
  }

  @Test func `A code in a signed link is as strict as anywhere`() {
    #expect(throws: InviteLink.Refusal.wrongCode(.wrongLength(3))) {
      try InviteLink(
        parsing: "/invite?ref=u1&ctx=generic&code=abc&sig=ab", in: .product,
        checkedBy: LinkFixture.signer)
    }
  }

  @Test func `P-LNK-06 · a signature that nobody can check is not believed`() throws {
    let text = try LinkFormTests.text(under: .product, in: .product)
    #expect(throws: InviteLink.Refusal.uncheckedSignature) {
      try InviteLink(parsing: text, in: .product)
    }
  }

  @Test func `A host may have a port of its own, for a service on this machine`() throws {
    let local = AppIdentity(name: "Rin", host: "localhost:8080", scheme: "rin")
    let link = try InviteLink(parsing: "https://localhost:8080/r/a3Xk9m2Q", in: local)
    #expect(try link.code == LinkFixture.code)
    #expect(try InviteLink(parsing: "LocalHost:8080/r/a3Xk9m2Q", in: local) == link)
    #expect(throws: InviteLink.Refusal.port) {
      try InviteLink(parsing: "https://localhost:8081/r/a3Xk9m2Q", in: local)
    }
  }
}
