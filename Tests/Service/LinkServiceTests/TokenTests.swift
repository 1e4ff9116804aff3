import Invites
import GrowthloopTransport
import Testing
import Vocabulary

@testable import GrowthloopLinkService

@Suite("Tokens · nobody makes one without the secret", .timeLimit(.minutes(60)))
struct TokenTests {
  private let authority = TokenAuthority(Service.secret)
  private let token = AccessToken(
    for: .user(.ann), until: Instant(milliseconds: 1_800_000_000_000))
  private let before = Instant(milliseconds: 1_799_999_999_999)

  @Test(arguments: [Caller.user(.ann), .user(PrincipalID(rawValue: .max)), .backend])
  func `what is written can be read`(caller: Caller) {
    let token = AccessToken(for: caller, until: token.expiresAt)
    #expect(authority.read(authority.text(of: token), at: before) == token)
  }

  @Test func `a token ends with its last second`() {
    #expect(authority.read(authority.text(of: token), at: token.expiresAt) == nil)
  }

  @Test func `no character of a token can be changed`() {
    let text = Array(authority.text(of: token))
    for place in text.indices {
      var forged = text
      forged[place] = text[place] == "1" ? "2" : "1"
      #expect(authority.read(String(forged), at: before) == nil, "place \(place)")
    }
  }

  @Test func `another secret's token is nothing here`() throws {
    let other = TokenAuthority(try #require(Secret(Array("another secret altogether".utf8))))
    #expect(authority.read(other.text(of: token), at: before) == nil)
  }

  @Test(arguments: ["", ".", "..", "user", "user.1.2.3", "backend.99999999999999999999.0"])
  func `what is no token is refused`(text: String) {
    #expect(authority.read(text, at: before) == nil)
  }

  @Test(arguments: [Int64.max, .min, .max / 1_000 + 1])
  func `a signed end that no clock can tell is refused`(seconds: Int64) {
    let claims = "backend.\(seconds)"
    let signature = Service.secret.authenticationCode(of: Array(claims.utf8)).hexadecimal
    #expect(authority.read("\(claims).\(signature)", at: before) == nil)
  }
}
