import Invites
import Testing
import Vocabulary

@Suite("P-ENT-11 · contacts that the user often writes to are suggested, where a setting says so")
struct FrequentContactTests {
  private static func candidate(_ key: UInt64, _ messages: Int) -> FrequentContacts.Candidate {
    FrequentContacts.Candidate(
      contact: ContactKey(rawValue: key), firstName: nil, messages: messages)
  }

  private static let candidates = [
    candidate(1, 2), candidate(2, 9), candidate(3, 0), candidate(4, 9), candidate(5, 1),
  ]

  private static let on: FlowPolicy = {
    var policy = FlowPolicy.product
    policy.frequentSuggestions = true
    return policy
  }()

  private static func suggested(
    _ candidates: [FrequentContacts.Candidate], most: Int = FrequentContacts.usualNumber
  ) -> FrequentContacts {
    on.suggest(candidates, most: most, under: .limited, wasExplained: true)
  }

  @Test(arguments: ContactsAccess.allCases, [true, false])
  func `P-PRV-03 · nobody is suggested without permission, nor without the reason for it`(
    access: ContactsAccess, wasExplained: Bool
  ) {
    let decision = Self.on.suggest(
      Self.candidates, under: access, wasExplained: wasExplained)
    let mayRead = access == .authorized || access == .limited
    if mayRead, wasExplained {
      #expect(decision.rule == "P-ENT-11")
    } else {
      #expect(decision == .none(because: mayRead ? .notExplained : .notPermitted))
      #expect(decision.rule == "P-PRV-03")
    }
  }

  @Test(arguments: [FlowPolicy.rin, .product, .design])
  func `P-ENT-11, CNF-09 · it is off in every profile`(policy: FlowPolicy) {
    let decision = policy.suggest(
      Self.candidates, under: .authorized, wasExplained: true)
    #expect(decision == .none(because: .switchedOff))
    #expect(decision.rule == "CNF-09")
  }

  @Test func `P-ENT-11 · three are suggested where no other number is asked for`() {
    #expect(Self.suggested(Self.candidates) == Self.suggested(Self.candidates, most: 3))
    #expect(Self.suggested(Self.candidates) != Self.suggested(Self.candidates, most: 4))
  }

  @Test(arguments: [(0, []), (1, [2]), (3, [2, 4, 1]), (9, [2, 4, 1, 5])] as [(Int, [UInt64])])
  func `P-ENT-11 · the most written come first, equals in their order, and none without a message`(
    most: Int, expected: [UInt64]
  ) {
    guard case .suggested(let chosen) = Self.suggested(Self.candidates, most: most) else {
      Issue.record("nothing is suggested")
      return
    }
    #expect(chosen.map(\.contact.rawValue) == expected)
    #expect(Self.suggested(Self.candidates, most: most).rule == "P-ENT-11")
  }

  @Test func `P-ENT-11 · who wrote to no contact is suggested none`() {
    let decision = Self.suggested([Self.candidate(1, 0)])
    #expect(decision == .none(because: .neverWritten))
    #expect(Self.suggested([]) == .none(because: .neverWritten))
  }
}
