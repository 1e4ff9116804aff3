import Invites
import Testing
import Vocabulary

private let ann = PrincipalID(rawValue: 1)
private let bob = PrincipalID(rawValue: 2)

@Suite("Connection · the ledger")
struct ConnectionLedgerTests {
  @Test func `CON-12 · one mutual connection for each pair, from either side`() {
    var ledger = ConnectionLedger()
    #expect(ledger.connect(ann, bob, in: .contacts) == .made)
    #expect(ledger.connect(ann, bob, in: .contacts) == .alreadyThere)
    #expect(ledger.connect(bob, ann, in: .contacts) == .alreadyThere)
    #expect(ledger.connect(ann, ann, in: .contacts) == .samePerson)
    #expect(ledger.count == 1)
    #expect(ledger.areConnected(bob, ann) && ledger.areConnected(ann, bob))
  }

  @Test func `CON-02, CON-05 · each keeps the other in Contacts`() {
    var ledger = ConnectionLedger()
    _ = ledger.connect(ann, bob, in: .contacts)
    #expect(ledger.placement(of: bob, by: ann) == .automatic(.contacts))
    #expect(ledger.placement(of: ann, by: bob) == .automatic(.contacts))
    #expect(ledger.placement(of: PrincipalID(rawValue: 3), by: ann) == nil)
  }

  @Test func `CON-06, CON-12 · a circle chosen by hand survives retries and is one-sided`() {
    var ledger = ConnectionLedger()
    ledger.move(bob, to: "Friends", by: ann)
    #expect(ledger.placement(of: bob, by: ann) == nil)
    _ = ledger.connect(ann, bob, in: .contacts)
    ledger.move(bob, to: "Friends", by: ann)
    #expect(ledger.connect(bob, ann, in: .contacts) == .alreadyThere)
    #expect(ledger.placement(of: bob, by: ann) == .byHand("Friends"))
    #expect(ledger.placement(of: ann, by: bob) == .automatic(.contacts))
  }

  @Test func `CON-12 · any storm of retries leaves each pair once`() {
    var random = SplitMix64(state: 12)
    var ledger = ConnectionLedger()
    var pairs: Set<Set<UInt64>> = []
    for _ in 0..<2_000 {
      let one = random.next() % 12
      let other = random.next() % 12
      let outcome = ledger.connect(
        PrincipalID(rawValue: one), PrincipalID(rawValue: other), in: .contacts)
      if one == other {
        #expect(outcome == .samePerson)
      } else {
        #expect((outcome == .made) == pairs.insert([one, other]).inserted)
      }
    }
    #expect(ledger.count == pairs.count)
  }
}

private struct SplitMix64 {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
