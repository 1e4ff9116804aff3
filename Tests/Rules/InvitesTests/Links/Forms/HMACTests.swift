import Invites
import Testing

@testable import GrowthloopLinkStore

@Suite("Links · HMAC-SHA256")
struct HMACTests {
  struct Vector: Sendable, CustomTestStringConvertible {
    let number: Int
    let key: [UInt8]
    let message: [UInt8]
    let code: String
    var testDescription: String { "test case \(number) of RFC 4231" }
  }

  static let vectors = [
    Vector(
      number: 1, key: [UInt8](repeating: 0x0b, count: 20), message: Array("Hi There".utf8),
      code: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
    Vector(
      number: 2, key: Array("Jefe".utf8), message: Array("what do ya want for nothing?".utf8),
      code: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
    Vector(
      number: 3, key: [UInt8](repeating: 0xaa, count: 20),
      message: [UInt8](repeating: 0xdd, count: 50),
      code: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
    Vector(
      number: 4, key: Array(1...25), message: [UInt8](repeating: 0xcd, count: 50),
      code: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
    Vector(
      number: 6, key: [UInt8](repeating: 0xaa, count: 131),
      message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
      code: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
    Vector(
      number: 7, key: [UInt8](repeating: 0xaa, count: 131),
      message: Array(
        ("This is a test using a larger than block-size key and a larger than block-size data. "
          + "The key needs to be hashed before being used by the HMAC algorithm.").utf8),
      code: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
  ]

  @Test(arguments: vectors)
  func `The published examples come out`(_ vector: Vector) {
    let signer = HMACLinkSigner(signingWith: SigningKey(ofAnyLength: vector.key))
    let signature = signer.signature(of: vector.message)
    #expect(signature.text == vector.code)
    #expect(signer.isValid(signature, of: vector.message))
    #expect(!signer.isValid(signature, of: vector.message + [0]))
  }

  @Test func `An empty message has a signature`() throws {
    let signer = try LinkFixture.signer
    #expect(signer.isValid(signer.signature(of: []), of: []))
    #expect(!signer.isValid(signer.signature(of: []), of: [0]))
  }

  @Test func `P-LNK-07 · keys change: the first signs, and all of them verify`() throws {
    let old = try LinkFixture.key("the key of yesterday")
    let new = try LinkFixture.key("the key of today")
    let bytes = try LinkFixture.claims.signedBytes(with: nil)
    let before = HMACLinkSigner(signingWith: old)
    let during = HMACLinkSigner(signingWith: new, alsoAccepting: [old])
    let after = HMACLinkSigner(signingWith: new)

    #expect(during.signature(of: bytes) == after.signature(of: bytes))
    #expect(during.signature(of: bytes) != before.signature(of: bytes))
    #expect(during.isValid(before.signature(of: bytes), of: bytes))
    #expect(!after.isValid(before.signature(of: bytes), of: bytes))
  }

  @Test func `A signature is compared whole`() throws {
    let signer = try LinkFixture.signer
    let bytes = Array("x".utf8)
    let text = signer.signature(of: bytes).text
    for wrong in [String(text.dropLast()), text + "0", text.uppercased(), "0"] {
      let signature = try #require(LinkSignature(wrong))
      #expect(!signer.isValid(signature, of: bytes))
    }
  }

  @Test func `A key has at least sixteen bytes`() {
    #expect(throws: SigningKey.Refusal.tooShort(bytes: 15)) {
      try SigningKey([UInt8](repeating: 1, count: 15))
    }
    #expect(throws: Never.self) { try SigningKey([UInt8](repeating: 1, count: 16)) }
  }

  @Test func `No key is ever printed`() throws {
    let key = try LinkFixture.key("MMMMMMMMMMMMMMMM")
    let signer = HMACLinkSigner(signingWith: key)
    #expect("\(key)" == "SigningKey(hidden)")
    #expect("\(signer)" == "HMACLinkSigner(keys: 1)")
    for value: Any in [key, signer, [key], (signer, key)] {
      var dumped = ""
      dump(value, to: &dumped)
      for text in [dumped, String(describing: value), String(reflecting: value)] {
        #expect(!text.contains("77"), "77 is the letter M")
        #expect(!text.contains("MM"))
      }
    }
  }
}
