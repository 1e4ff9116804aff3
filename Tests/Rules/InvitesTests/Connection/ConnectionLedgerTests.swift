import TestSupport
import Invites
import Testing
import Vocabulary

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
    #expect(ledger.placement(of: bob, by: ann) == .automatic(.contacts))
    ledger.move(bob, to: "Friends", by: ann)
    #expect(ledger.connect(bob, ann, in: .contacts) == .alreadyThere)
    #expect(ledger.placement(of: bob, by: ann) == .byHand("Friends"))
    #expect(ledger.placement(of: ann, by: bob) == .automatic(.contacts))
  }

  @Test func `CON-12 · any storm of retries leaves each pair once`() {
    var random = SeededChance(seed: 12)
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
