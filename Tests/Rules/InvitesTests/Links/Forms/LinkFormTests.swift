import Invites
import GrowthloopLinkStore
import Testing
import Vocabulary

@Suite("Links · the forms in which they are written and read")
struct LinkFormTests {
  struct Spelling: Sendable, CustomTestStringConvertible {
    let text: String
    let form: InviteLink.Form
    var testDescription: String { text }
  }

  static let spellings = [
    Spelling(text: "a3Xk9m2Q", form: .code),
    Spelling(text: "/invite/a3Xk9m2Q", form: .pathCode),
    Spelling(text: "rin.app/invite/a3Xk9m2Q", form: .pathCode),
    Spelling(text: "https://rin.app/invite/a3Xk9m2Q", form: .pathCode),
    Spelling(text: "HTTPS://Rin.App/invite/a3Xk9m2Q", form: .pathCode),
    Spelling(text: "/r/a3Xk9m2Q", form: .shortPathCode),
    Spelling(text: "rin.app/r/a3Xk9m2Q", form: .shortPathCode),
    Spelling(text: "https://rin.app/r/a3Xk9m2Q", form: .shortPathCode),
    Spelling(text: "rin://invite/a3Xk9m2Q", form: .customScheme),
    Spelling(text: "RIN://invite/a3Xk9m2Q", form: .customScheme),
  ]

  @Test(arguments: spellings)
  func `LNK-16, P-LNK-01 · a code is read in every form, whatever form is written`(
    _ spelling: Spelling
  ) throws {
    let link = try InviteLink(parsing: spelling.text, in: .rin)
    #expect(link.form == spelling.form)
    #expect(try link.code == LinkFixture.code)
    #expect(link.claims == nil)
  }

  @Test func `LNK-01, LNK-14 · Rin writes the sample of its spec`() throws {
    #expect(try Self.text(under: .rin, in: .rin) == "https://rin.app/invite/a3Xk9m2Q")
  }

  @Test func `LNK-16 · the short form is written where a setting asks for it`() throws {
    var policy = LinkPolicy.rin
    policy.format = .shortPathCode
    #expect(try Self.text(under: policy, in: .rin) == "https://rin.app/r/a3Xk9m2Q")
  }

  @Test func `D-LNK-05 · the design's link has the code in its path`() throws {
    #expect(
      try Self.text(under: .design, in: .design) == "https://app.example.com/invite/a3Xk9m2Q")
  }

  @Test func `P-LNK-01 · the app's own scheme is the fallback of each form`() throws {
    #expect(
      try Self.text(under: .rin, in: .rin, opening: .customScheme) == "rin://invite/a3Xk9m2Q")
    let signed = try Self.text(under: .product, in: .product, opening: .customScheme)
    #expect(signed.hasPrefix("app://invite?ref=3f2b8c1e-"))
    let link = try InviteLink(parsing: signed, in: .product, checkedBy: LinkFixture.signer)
    #expect(link.form == .signedQuery)
    #expect(try link.claims == LinkFixture.claims)
  }

  @Test(
    arguments: [
      ("https://store.example/app", "https://store.example/app?code=x7Kp2mQ9"),
      ("https://store.example/?id=1", "https://store.example/?id=1&code=x7Kp2mQ9"),
      ("https://store.example/#get", "https://store.example/?code=x7Kp2mQ9#get"),
    ])
  func `D-SCO-13 · the store's page gets the code, whatever its address has`(
    page: String, address: String
  ) throws {
    let code = try InviteCode(parsing: "x7Kp2mQ9")
    #expect(InviteLink.storeAddress(page, for: code) == address)
  }

  @Test func `P-LNK-02, P-LNK-03, P-LNK-04, P-LNK-05 · the product's link, to the letter`() throws {
    let signature = try LinkFixture.signer.signature(
      of: LinkFixture.claims.signedBytes(with: nil)
    ).text
    #expect(
      try Self.text(under: .product, in: .product)
        == "https://app.example.com/invite?ref=3f2b8c1e-9d4a-4e6f-8a7b-0c1d2e3f4a5b&ctx=content"
        + "&cid=b7e6d5c4-a392-4180-9f0e-1d2c3b4a5968&sig=\(signature)")
  }

  @Test func `P-LNK-09 · a signed link carries its code where a setting says so`() throws {
    var policy = LinkPolicy.product
    let without = try Self.text(under: policy, in: .product)
    #expect(!without.contains("code="))
    #expect(
      try InviteLink(parsing: without, in: .product, checkedBy: LinkFixture.signer).code == nil)

    policy.signedQueryCarriesCode = true
    let with = try Self.text(under: policy, in: .product)
    #expect(with.contains("&code=a3Xk9m2Q&sig="))
    let link = try InviteLink(parsing: with, in: .product, checkedBy: LinkFixture.signer)
    #expect(try link.code == LinkFixture.code)
  }

  @Test func `D-LNK-15 · a link with query parameters is one setting away from the design`() throws
  {
    var policy = LinkPolicy.design
    policy.format = .signedQuery
    policy.signature = .hmac
    let text = try Self.text(under: policy, in: .design)
    #expect(text.hasPrefix("https://app.example.com/invite?ref="))
    let link = try InviteLink(parsing: text, in: .design, checkedBy: LinkFixture.signer)
    #expect(try link.claims == LinkFixture.claims)
  }

  @Test(arguments: InviteContext.allCases)
  func `The signed link is 193 to 199 characters long, and 41 fewer without content`(
    _ context: InviteContext
  ) throws {
    var claims = try LinkFixture.claims
    claims.context = context
    let long = try Self.text(of: claims, under: .product, in: .product)
    #expect(long.utf8.count == 186 + context.rawValue.count)
    #expect((193...199).contains(long.utf8.count))
    claims.content = nil
    let short = try Self.text(of: claims, under: .product, in: .product)
    #expect(short.utf8.count == long.utf8.count - 41)
  }

  @Test func `P-LNK-06 · without a signer no signed link is written`() throws {
    let refusal = InviteLink.WritingRefusal.signerMissing
    #expect(refusal.rule == "P-LNK-06")
    #expect(throws: refusal) {
      try InviteLink.text(
        for: LinkFixture.code, claiming: LinkFixture.claims, under: .product, in: .product)
    }
  }

  @Test func `P-LNK-06 · nor under a policy that sets no signature`() {
    var policy = LinkPolicy.product
    policy.signature = nil
    #expect(throws: InviteLink.WritingRefusal.signatureOff) {
      try Self.text(under: policy, in: .product)
    }
  }

  static func text(
    of claims: LinkClaims? = nil, under policy: LinkPolicy, in app: AppIdentity,
    opening: InviteLink.Opening = .universalLink
  ) throws -> String {
    try InviteLink.text(
      for: LinkFixture.code, claiming: claims ?? LinkFixture.claims, under: policy, in: app,
      opening: opening, signedBy: LinkFixture.signer)
  }
}
