import TestSupport
import Invites
import GrowthloopLinkStore
import Testing
import Vocabulary

@Suite("Links · signatures")
struct SignedLinkTests {
  @Test func `P-LNK-07 · what is signed, to the byte`() throws {
    let bytes = try LinkFixture.claims.signedBytes(with: LinkFixture.code)
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        growthloop invite 1
        ref=3f2b8c1e-9d4a-4e6f-8a7b-0c1d2e3f4a5b
        ctx=content
        cid=b7e6d5c4-a392-4180-9f0e-1d2c3b4a5968
        code=a3Xk9m2Q

        """)
  }

  @Test func `P-LNK-07 · links that say different things never share their signed bytes`() throws {
    let ids = try ["a", "b", "ab", "cid", "code", "a3Xk9m2Q"].map(LinkFixture.id)
    let contents: [OpaqueID?] = ids + [nil]
    let codes = [nil, try LinkFixture.code]
    var seen: Set<[UInt8]> = []
    for inviter in ids {
      for context in InviteContext.allCases {
        for content in contents {
          for code in codes {
            let claims = LinkClaims(inviter: inviter, context: context, content: content)
            #expect(seen.insert(claims.signedBytes(with: code)).inserted)
          }
        }
      }
    }
    #expect(seen.count == 6 * 4 * 7 * 2)
  }

  struct Change: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let of: String
    let to: String
  }

  static let changes = [
    Change(testDescription: "another sender", of: "ref=3f", to: "ref=4f"),
    Change(testDescription: "another context", of: "ctx=content", to: "ctx=achievement"),
    Change(testDescription: "other content", of: "cid=b7", to: "cid=c7"),
    Change(
      testDescription: "no content", of: "&cid=b7e6d5c4-a392-4180-9f0e-1d2c3b4a5968", to: ""),
    Change(testDescription: "another code", of: "code=a3", to: "code=b3"),
    Change(testDescription: "no code", of: "&code=a3Xk9m2Q", to: ""),
    Change(testDescription: "a signature in upper case", of: "sig=", to: "sig=A"),
  ]

  @Test(arguments: changes)
  func `P-LNK-06, P-LNK-07, P-PRV-05 · no change survives the signature`(_ change: Change) throws {
    var policy = LinkPolicy.product
    policy.signedQueryCarriesCode = true
    let text = try LinkFormTests.text(under: policy, in: .product)
    let parts = text.split(separator: change.of, maxSplits: 1, omittingEmptySubsequences: false)
    try #require(parts.count == 2)
    let forged = parts[0] + change.to + parts[1]
    #expect(throws: InviteLink.Refusal.badSignature) {
      try InviteLink(parsing: String(forged), in: .product, checkedBy: LinkFixture.signer)
    }
  }

  @Test func `P-LNK-06, P-PRV-05 · a link that somebody else signed is not believed`() throws {
    let stranger = HMACLinkSigner(signingWith: try LinkFixture.key("0123456789abcdef"))
    let text = try InviteLink.text(
      for: LinkFixture.code, claiming: LinkFixture.claims, under: .product, in: .product,
      signedBy: stranger)
    #expect(throws: InviteLink.Refusal.badSignature) {
      try InviteLink(parsing: text, in: .product, checkedBy: LinkFixture.signer)
    }
  }

  @Test func `The order of the parameters does not matter, nor does the host`() throws {
    let text = try LinkFormTests.text(under: .product, in: .product)
    let query = try #require(text.split(separator: "?").last)
    let turned = query.split(separator: "&").reversed().joined(separator: "&")
    for root in [
      "https://app.example.com/invite", "APP.example.com/invite", "/invite", "App://invite",
    ] {
      let link = try InviteLink(
        parsing: "\(root)?\(turned)", in: .product, checkedBy: LinkFixture.signer)
      #expect(try link.claims == LinkFixture.claims)
    }
  }

  @Test func `P-PRV-04 · an id has no character that contact data needs`() throws {
    for personal in [
      "sam@example.com", "+15551234567", "(555) 123-4567", "Sam Lee", "Zoë", "", "a.b",
    ] {
      #expect(OpaqueID(personal) == nil)
    }
    let sender = OpaqueID(PrincipalID(rawValue: 42))
    #expect(sender.text == "00000000-0000-8000-8000-00000000002a")
    let text = try InviteLink.text(
      for: LinkFixture.code, claiming: LinkClaims(inviter: sender, context: .generic),
      under: .product, in: .product, signedBy: LinkFixture.signer)
    #expect(text.hasPrefix("https://app.example.com/invite?ref=\(sender)&ctx=generic&sig="))
  }

  @Test func `a signature has 1 to 128 characters that need no encoding`() {
    #expect(LinkSignature("") == nil)
    #expect(LinkSignature("a") != nil)
    #expect(LinkSignature(String(repeating: "a", count: 128)) != nil)
    #expect(LinkSignature(String(repeating: "a", count: 129)) == nil)
    #expect(LinkSignature("a b") == nil)
  }

  @Test func `An account is found again from its name in a link`() throws {
    var dice = SeededChance(seed: 4)
    for number in [0, 1, .max, 1 << 62, 1 << 63] + (0..<100).map({ _ in dice.next() }) {
      let principal = PrincipalID(rawValue: number)
      let text = Array(OpaqueID(principal).text)
      #expect(OpaqueID(principal).principal == principal)
      #expect(text[14] == "8" && "89ab".contains(text[19]), "RFC 9562, version 8")
    }
    for other in [
      "u1", "3f2b8c1e-9d4a-4e6f-8a7b-0c1d2e3f4a5b", "00000000-0000-8000-8000-00000000002A",
      "00000000-0000-8000-c000-00000000002a", "00000000-0000-8004-8000-00000000002a",
      "00000000-0000-9000-8000-00000000002a", "10000000-0000-8000-8000-00000000002a",
    ] {
      #expect(try LinkFixture.id(other).principal == nil)
    }
  }
}
