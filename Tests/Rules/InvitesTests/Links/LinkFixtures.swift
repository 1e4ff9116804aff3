import TestSupport
import Invites
import GrowthloopLinkStore
import Vocabulary

/// A generator that gives what it is told to, over and over.
struct LoadedDice: RandomNumberGenerator {
  let numbers: [UInt64]
  private(set) var drawn = 0

  init(_ numbers: UInt64...) {
    self.numbers = numbers
  }

  mutating func next() -> UInt64 {
    defer { drawn += 1 }
    return numbers[drawn % numbers.count]
  }
}

enum LinkFixture {
  /// Noon of 2026-01-01 in UTC.
  static let noon = TestSupport.noon(0)
  static let moment = Interval.milliseconds(1)
  static let aMonth = Interval.days(30)

  static var code: InviteCode { get throws { try InviteCode(parsing: "a3Xk9m2Q") } }

  static var signer: HMACLinkSigner {
    get throws { HMACLinkSigner(signingWith: try key("the key of today")) }
  }

  static func key(_ text: String) throws -> SigningKey { try SigningKey(Array(text.utf8)) }

  static func id(_ text: String) throws -> OpaqueID {
    guard let id = OpaqueID(text) else { throw NoSuchThing(text: text) }
    return id
  }

  struct NoSuchThing: Error {
    let text: String
  }

  /// The claims of an invite to look at content, its ids as long as a UUID.
  static var claims: LinkClaims {
    get throws {
      LinkClaims(
        inviter: try id("3f2b8c1e-9d4a-4e6f-8a7b-0c1d2e3f4a5b"), context: .content,
        content: try id("b7e6d5c4-a392-4180-9f0e-1d2c3b4a5968"))
    }
  }

  static func record(
    number: UInt128 = 1, sender: UInt64 = 42, context: InviteContext = .generic,
    content: OpaqueID? = nil, createdAt: Instant = noon, under policy: LinkPolicy
  ) throws -> InviteRecord {
    InviteRecord(
      id: InviteID(rawValue: number), sender: PrincipalID(rawValue: sender), code: try code,
      context: context, content: content, session: InviteSessionID(rawValue: 7),
      createdAt: createdAt, under: policy)
  }
}
