import Invites
import TestSupport
import Testing
import Vocabulary

@testable import GrowthloopLinkStore

@Suite("Packed invites · ten million codes in memory", .timeLimit(.minutes(60)))
struct PackedInvitesTests {
  static func invite(
    _ code: InviteCode, sender: UInt64, using luck: inout SeededChance
  ) -> StoredInvite {
    let expiries: [Interval?] = [nil, .days(30), .milliseconds(1_500)]
    let expiry = expiries[Int(luck.next() % 3)]
    var policy = LinkPolicy.design
    policy.expiry = expiry
    let rare = luck.next() % 4 == 0
    let record = InviteRecord(
      id: InviteID(spelling: code), sender: PrincipalID(rawValue: sender), code: code,
      context: InviteContext.allCases[Int(luck.next() % 4)],
      content: rare ? OpaqueID("content-\(luck.next() % 99)") : nil,
      session: rare ? InviteSessionID(rawValue: luck.next()) : nil,
      createdAt: noon(0) + .seconds(Int64(luck.next() % 50)),
      under: policy)
    return StoredInvite(
      record, shares: Int(luck.next() % 5), sharedAt: rare ? noon(1) : nil)
  }

  @Test func `rows packed, moved and removed equal a dictionary`() {
    var luck = SeededChance(seed: 7)
    var packed = PackedInvites()
    var plain: [InviteCode: StoredInvite] = [:]
    let codes = (0..<400).map { _ in InviteCode.random(using: &luck) }
    for step in 0..<6_000 {
      let code = codes[Int(luck.next() % 400)]
      if luck.next() % 3 == 0 {
        #expect(packed.remove(code) == plain.removeValue(forKey: code))
      } else {
        // Few senders, so that their chains are long, and an invite may change its sender.
        let invite = Self.invite(code, sender: luck.next() % 9, using: &luck)
        #expect(packed.put(invite) == plain.updateValue(invite, forKey: code))
      }
      guard step % 500 == 499 else { continue }
      #expect(packed.count == plain.count)
      for code in codes { #expect(packed[code] == plain[code]) }
      for sender: UInt64 in 0..<9 {
        let sender = PrincipalID(rawValue: sender)
        let expected = plain.values.filter { $0.record.sender == sender }
          .sorted { $0.isListed(before: $1) }
        #expect(packed.invites(of: sender, atMost: .max) == expected)
        #expect(packed.invites(of: sender, atMost: 7) == Array(expected.prefix(7)))
        #expect(packed.count(of: sender) == expected.count)
      }
    }
  }

  @Test func `indexes made at once find what those made one by one find`() {
    var luck = SeededChance(seed: 9)
    var oneByOne = PackedInvites()
    var atOnce = PackedInvites()
    let codes = (0..<5_000).map { _ in InviteCode.random(using: &luck) }
    for code in codes {
      let invite = Self.invite(code, sender: luck.next() % 1_500, using: &luck)
      _ = oneByOne.put(invite)
      atOnce.append(invite)
    }
    atOnce.index()
    for code in codes { #expect(atOnce[code] == oneByOne[code]) }
    for sender: UInt64 in 0..<1_500 {
      let sender = PrincipalID(rawValue: sender)
      let expected = oneByOne.invites(of: sender, atMost: .max)
      #expect(atOnce.invites(of: sender, atMost: .max) == expected)
      #expect(zip(expected, expected.dropFirst()).allSatisfy { $0.isListed(before: $1) })
    }
    // And they go on as well.
    for code in codes.prefix(2_000) { #expect(atOnce.remove(code) == oneByOne.remove(code)) }
    for code in codes { #expect(atOnce[code] == oneByOne[code]) }
  }

  private enum ByCode: RowKey {
    static func key(of row: PackedInvite) -> UInt64 { row.code }
  }

  @Test func `a key stands close to where its search begins, in tables of any size`() {
    var rows = InviteRows()
    var index = RowIndex<ByCode>()
    for number: UInt64 in 1...50_000 {
      var row = PackedInvite()
      row.code = number
      index.insert(rows.add(row), in: rows)
    }
    var steps = 0
    for table in index.tables {
      for (slot, entry) in table.slots.enumerated() where entry != 0 {
        let hash = RowIndex<ByCode>.hash(rows[entry - 1].code)
        let home = RowIndex<ByCode>.home(hash, of: table.slots.count)
        steps += slot >= home ? slot - home : slot - home + table.slots.count
      }
    }
    // At three quarters full linear probing expects a step and a half.
    #expect(steps <= 2 * 50_000)
  }

  @Test func `a code costs no more than 64 bytes, however many there are`() {
    var luck = SeededChance(seed: 8)
    var packed = PackedInvites()
    for sender: UInt64 in 0..<156_250 {
      let code = InviteCode.random(using: &luck)
      let record = InviteRecord(
        id: InviteID(spelling: code), sender: PrincipalID(rawValue: sender), code: code,
        context: .generic, createdAt: noon(0), under: .rin)
      _ = packed.put(StoredInvite(record))
      // The last slab of rows is half empty: with few codes that shows.
      if sender > 50_000, sender % 1_000 == 0 { #expect(packed.bytes <= packed.count * 64) }
    }
    #expect(packed.count == 156_250)
  }
}
