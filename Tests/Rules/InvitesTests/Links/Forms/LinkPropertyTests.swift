import TestSupport
import Invites
import GrowthloopLinkStore
import Testing
import Vocabulary

@Suite("Links · properties of reading and writing")
struct LinkPropertyTests {
  static let apps: [AppIdentity] = [.rin, .product]

  private func anID(using dice: inout SeededChance) throws -> OpaqueID {
    let letters = Array("abcXYZ019_-")
    let text = (0..<Int.random(in: 1...64, using: &dice)).compactMap { _ in
      letters.randomElement(using: &dice)
    }
    return try LinkFixture.id(String(text))
  }

  private func someClaims(using dice: inout SeededChance) throws -> LinkClaims {
    LinkClaims(
      inviter: try anID(using: &dice),
      context: InviteContext.allCases.randomElement(using: &dice) ?? .generic,
      content: Bool.random(using: &dice) ? try anID(using: &dice) : nil)
  }

  @Test(arguments: LinkPolicy.Format.allCases, InviteLink.Opening.allCases)
  func `What is written is read again, as it was meant`(
    format: LinkPolicy.Format, opening: InviteLink.Opening
  ) throws {
    var dice = SeededChance(seed: 5)
    let signer = try LinkFixture.signer
    for app in Self.apps {
      for carriesCode in [true, false] {
        var policy = LinkPolicy.product
        policy.format = format
        policy.signedQueryCarriesCode = carriesCode
        for _ in 0..<50 {
          let code = InviteCode.random(using: &dice)
          let claims = try someClaims(using: &dice)
          let text = try InviteLink.text(
            for: code, claiming: claims, under: policy, in: app, opening: opening, signedBy: signer)
          let link = try InviteLink(parsing: text, in: app, checkedBy: signer)
          #expect(text.utf8.count <= InviteLink.longest)
          if format == .signedQuery {
            #expect(link.form == .signedQuery)
            #expect(link.claims == claims)
            #expect(link.code == (carriesCode ? code : nil))
          } else {
            #expect(link.code == code)
            #expect(link.claims == nil)
          }
        }
      }
    }
  }

  /// All spellings of a code link, with host and scheme in lower case.
  private func spellings(of code: InviteCode) -> [String] {
    ["", "/invite/", "/r/", "rin.app/invite/", "rin.app/r/", "https://rin.app/invite/"]
      .map { $0 + code.description } + ["https://rin.app/r/\(code)", "rin://invite/\(code)"]
  }

  private func mutate(_ text: String, using dice: inout SeededChance) -> String {
    var bytes = Array(text.utf8)
    for _ in 0...Int.random(in: 0...2, using: &dice) {
      let place = Int.random(in: 0...bytes.count, using: &dice)
      let marks = Array("/?#&=%:@. aZ9-é\0".utf8)
      let byte = marks.randomElement(using: &dice) ?? 0
      switch Int.random(in: 0...3, using: &dice) {
      case 0: bytes.insert(byte, at: place)
      case 1 where place < bytes.count: bytes[place] = byte
      case 2 where place < bytes.count: bytes.remove(at: place)
      default: if place < bytes.count { bytes[place] ^= 0x20 }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Lowers scheme and host, all that may be written in upper case.
  private func lowered(_ text: String) -> String {
    for prefix in ["https://rin.app", "rin.app", "rin://"] where text.count >= prefix.count {
      let start = text.prefix(prefix.count)
      if start.lowercased() == prefix { return prefix + text.dropFirst(prefix.count) }
    }
    return text
  }

  @Test(arguments: 0..<8)
  func `LNK-04 · a code link that was damaged names no code but the one it spells`(seed: Int) throws
  {
    var dice = SeededChance(seed: UInt64(seed))
    var read = 0
    for _ in 0..<2_000 {
      let code = InviteCode.random(using: &dice)
      guard let whole = spellings(of: code).randomElement(using: &dice) else { continue }
      let text = mutate(whole, using: &dice)
      guard let link = try? InviteLink(parsing: text, in: .rin) else { continue }
      read += 1
      let spelled = try #require(link.code)
      #expect(spellings(of: spelled).contains(lowered(text)), "\(text) was read as \(spelled)")
    }
    #expect(read > 100)
  }

  @Test(arguments: 0..<4)
  func `P-LNK-07, P-PRV-05 · a signed link that was damaged says what was signed or nothing`(
    seed: Int
  ) throws {
    var dice = SeededChance(seed: UInt64(seed) + 100)
    let signer = try LinkFixture.signer
    var policy = LinkPolicy.product
    var refused = 0
    for _ in 0..<500 {
      policy.signedQueryCarriesCode = Bool.random(using: &dice)
      let code = InviteCode.random(using: &dice)
      let claims = try someClaims(using: &dice)
      let whole = try InviteLink.text(
        for: code, claiming: claims, under: policy, in: .product, signedBy: signer)
      let text = mutate(whole, using: &dice)
      guard let link = try? InviteLink(parsing: text, in: .product, checkedBy: signer) else {
        refused += 1
        continue
      }
      #expect(link.claims == claims)
      #expect(link.code == (policy.signedQueryCarriesCode == true ? code : nil))
    }
    #expect(refused > 300)
  }

  @Test func `Noise never crashes the reader`() {
    var dice = SeededChance(seed: 9)
    for _ in 0..<5_000 {
      let bytes = (0..<Int.random(in: 0...40, using: &dice)).map { _ in
        UInt8.random(in: 0...255, using: &dice)
      }
      #expect((try? InviteLink(parsing: String(decoding: bytes, as: UTF8.self), in: .rin)) == nil)
    }
  }
}
