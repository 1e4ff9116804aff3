import TestSupport
import Invites
import GrowthloopLinkStore
import Testing
import Vocabulary

@Suite("Lifecycle · the record")
struct RecordTests {
  typealias Fixture = LinkFixture

  private let sam = PrincipalID(rawValue: 1)
  private let kim = PrincipalID(rawValue: 2)

  @Test func `P-INV-01, P-INV-02 · ids are UUIDs`() throws {
    var dice = SeededChance(seed: 8)
    for _ in 0..<50 {
      let text = InviteID.random(using: &dice).description
      let groups = text.split(separator: "-").map(\.count)
      #expect(groups == [8, 4, 4, 4, 12])
      // Version 4 and the variant of RFC 9562 stand in their places.
      #expect(text.dropFirst(14).first == "4")
      #expect("89ab".contains(text.dropFirst(19).first ?? " "))
      #expect(InviteID(text)?.description == text)
      #expect(InviteID(text.uppercased())?.description == text)
    }
    for wrong in ["", "3f2b8c1e9d4a4e6f8a7b0c1d2e3f4a5b", "3f2b8c1e-9d4a-4e6f-8a7b-0c1d2e3f4a5g"] {
      #expect(InviteID(wrong) == nil)
    }
    // Every bit that neither the version nor the variant takes is drawn.
    let ids = (0..<200).map { _ in InviteID.random(using: &dice).rawValue }
    let varying = ids.reduce(0) { $0 | $1 } & ~ids.reduce(.max) { $0 & $1 }
    #expect(varying == ~(UInt128(15) << 76 | 3 << 62))
    let record = try Fixture.record(under: .product)
    #expect(record.claims.inviter.text == "00000000-0000-8000-8000-00000000002a")
    #expect(record.claims.inviter.principal == record.sender)
  }

  @Test func `codes that differ in any one character spell different ids`() throws {
    let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
    for place in 0..<InviteCode.length {
      let ids = try alphabet.utf8.map { byte in
        var bytes = Array("a3Xk9m2Q".utf8)
        bytes[place] = byte
        return InviteID(spelling: try InviteCode(parsing: bytes))
      }
      #expect(Set(ids).count == 62)
      #expect(ids.allSatisfy { $0.rawValue >> 76 & 15 == 8 && $0.rawValue >> 62 & 3 == 2 })
    }
  }

  @Test func `P-INV-04, P-INV-05, P-INV-09, P-INV-10 · a record knows what it is about, and when`()
    throws
  {
    let content = try Fixture.id("achievement-7")
    let record = try Fixture.record(context: .achievement, content: content, under: .product)
    #expect(record.context == .achievement)
    #expect(record.content == content)
    #expect(try Fixture.record(under: .product).content == nil)
    #expect(record.status == .created)
    #expect(record.createdAt == Fixture.noon)
    #expect(record.acceptedAt == nil)
    #expect(record.expiresAt == Fixture.noon + .days(30))
    #expect(try Fixture.record(under: .rin).expiresAt == nil)
  }

  @Test func `P-INV-06 · nobody knows the channel before the share`() throws {
    #expect(
      SharePolicy.product.channels.map(\.rawValue)
        == ["imessage", "whatsapp", "copy_link", "airdrop", "other"])
    for channel in SharePolicy.product.channels {
      var record = try Fixture.record(under: .product)
      #expect(record.channel == nil)
      _ = record.receive(.shareCancelled, at: Fixture.noon, under: .product)
      #expect(record.channel == nil)
      let step = record.receive(
        .shareCompleted(through: channel), at: Fixture.noon, under: .product)
      #expect(step == .moved(to: .sent))
      #expect(record.channel == channel)
    }
  }

  @Test func `P-INV-08, P-INV-09, P-INV-15 · the first who takes it stands in the record`() throws {
    for policy in [LinkPolicy.product, .design] {
      var record = try Fixture.record(under: policy)
      #expect(record.invitee == nil)
      _ = record.receive(.opened, at: Fixture.noon, under: policy)
      #expect(record.invitee == nil)
      let first = Fixture.noon + .days(1)
      let step = record.receive(.accepted(by: sam, clickedAt: first), at: first, under: policy)
      #expect(step == .moved(to: .accepted))

      let second = Fixture.noon + .days(2)
      let other = record.receive(.accepted(by: kim, clickedAt: second), at: second, under: policy)
      #expect(
        other
          == (policy.maxAcceptances == 1
            ? .refused(because: .exhausted) : .stayed(because: .broughtAnother)))
      #expect(record.invitee == sam)
      #expect(record.acceptedAt == first)
    }
  }

  @Test func `An acceptance that is told twice counts once`() throws {
    var record = try Fixture.record(under: .product)
    let accepted = InviteRecord.Event.accepted(by: sam, clickedAt: Fixture.noon)
    _ = record.receive(accepted, at: Fixture.noon, under: .product)
    let once = record
    let step = record.receive(accepted, at: Fixture.noon + .days(1), under: .product)
    #expect(step == .stayed(because: .furtherAlong))
    #expect(record == once)
  }

  @Test func `An expired record takes no share, and keeps its channel`() throws {
    var record = try Fixture.record(under: .product)
    let late = Fixture.noon + .days(31)
    let step = record.receive(.shareCompleted(through: .whatsapp), at: late, under: .product)
    #expect(step == .refused(because: .expired))
    #expect(record.channel == nil)
    #expect(record.status == .expired)
  }

  @Test func `D-LNK-04 · inviter, visit and time stand in the record, and not in the link`() throws
  {
    let record = try Fixture.record(sender: 981_234, under: .design)
    #expect(record.sender == PrincipalID(rawValue: 981_234))
    #expect(record.session == InviteSessionID(rawValue: 7))
    #expect(record.createdAt == Fixture.noon)
    let text = try InviteLink.text(
      for: record.code, claiming: record.claims, under: .design, in: .design)
    #expect(text == "https://app.example.com/invite/a3Xk9m2Q")
    #expect(try InviteLink(parsing: text, in: .design).code == record.code)
    // Where codes do not follow visits, a record has none.
    #expect(try Fixture.record(under: .rin).session == nil)
  }

  @Test func `P-LNK-09 · a signed link without a code means the newest live invite like it`() throws
  {
    let policy = LinkPolicy.product
    func records(_ numbers: [UInt128], accepting taken: Set<UInt128> = []) throws -> [InviteRecord]
    {
      try numbers.map { number in
        var record = try Fixture.record(
          number: number, createdAt: Fixture.noon + .days(Int64(number)), under: policy)
        if taken.contains(number) {
          let now = record.createdAt
          _ = record.receive(.accepted(by: sam, clickedAt: now), at: now, under: policy)
        }
        return record
      }
    }
    let claims = try Fixture.record(under: policy).claims
    func resolved(_ records: [InviteRecord], on day: Int64) -> UInt128? {
      policy.resolve(claims, among: records, clickedAt: Fixture.noon + .days(day))?.id.rawValue
    }
    #expect(try resolved(records([1, 3, 2]), on: 4) == 3)
    #expect(try resolved(records([1, 3, 2], accepting: [3]), on: 4) == 2)
    #expect(try resolved(records([1, 3, 2], accepting: [1, 2, 3]), on: 4) == 3)
    #expect(try resolved(records([1, 3, 2], accepting: [3]), on: 32) == 2)
    #expect(try resolved(records([1, 3, 2], accepting: [3]), on: 33) == 3)
    let stranger = try Fixture.record(number: 9, sender: 43, under: policy)
    let other = try Fixture.record(number: 9, context: .content, under: policy)
    #expect(resolved([stranger, other], on: 4) == nil)
  }
}
