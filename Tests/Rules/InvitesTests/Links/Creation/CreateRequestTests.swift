import TestSupport
import Invites
import Testing
import Vocabulary

@Suite("Links · creating one once")
struct CreateRequestTests {
  typealias Fixture = LinkFixture

  private func request(
    key: UInt128 = 1, sender: UInt64 = 42, picked: [OpaqueID] = [],
    under flow: FlowPolicy = .design
  ) -> CreateRequest {
    CreateRequest(
      key: IdempotencyKey(rawValue: key), sender: PrincipalID(rawValue: sender),
      context: .generic, picked: picked, under: flow)
  }

  @Test
  func `D-LNK-06, D-LNK-14 · a request names its sender; whom they picked, only by a setting`()
    throws
  {
    #expect(request(sender: 42).sender == PrincipalID(rawValue: 42))
    let picked = try ["k1", "k2"].map(Fixture.id)
    for flow in [FlowPolicy.rin, .product, .design] {
      #expect(request(picked: picked, under: flow).contacts.isEmpty)
    }
    var flow = FlowPolicy.design
    flow.uploadContactIDs = true
    #expect(request(picked: picked, under: flow).contacts == picked)
  }

  @Test func `P-EDG-11 · a key that comes again gets the first answer, beyond the limit too`()
    throws
  {
    let first = request()
    let record = try Fixture.record(under: .product)
    #expect(first.decide(knowing: nil, limit: .allowed) == .create)
    let beyond = LimitDecision.refused(because: .dailyLimit(until: nil))
    for limit in [.allowed, beyond] {
      #expect(
        first.decide(knowing: (request: first, record: record), limit: limit)
          == .answerAgain(record))
    }
    let refused = first.decide(knowing: nil, limit: beyond)
    #expect(refused == .refused(because: .limit(.dailyLimit(until: nil))))
  }

  @Test func `P-EDG-11 · a key is good for one request only`() throws {
    let record = try Fixture.record(under: .product)
    let decision = request(sender: 43).decide(
      knowing: (request: request(sender: 42), record: record), limit: .allowed)
    #expect(decision == .refused(because: .keyOfAnotherRequest))
    #expect(CreateDecision.Refusal.keyOfAnotherRequest.rule == "P-EDG-11")
    #expect(CreateDecision.Refusal.limit(.dailyLimit(until: nil)).rule == "P-LIM-01")
  }

  /// Sends queued creations over a network that loses requests and answers alike.
  @Test(arguments: 0..<50 as Range<UInt64>)
  func `P-EDG-11 · however many retries it took, there is exactly one record for each creation`(
    seed: UInt64
  ) throws {
    var dice = SeededChance(seed: seed)
    var store: [IdempotencyKey: (request: CreateRequest, record: InviteRecord)] = [:]
    var answers: [IdempotencyKey: Set<InviteID>] = [:]
    var queue = (1...8).map { request(key: $0, under: .product) }
    var sent = 0
    while !queue.isEmpty {
      let place = Int.random(in: 0..<queue.count, using: &dice)
      let wish = queue[place]
      if Int.random(in: 0..<3, using: &dice) == 0 { continue }
      sent += 1
      let record: InviteRecord
      switch wish.decide(knowing: store[wish.key], limit: .allowed) {
      case .create:
        record = try Fixture.record(number: UInt128(sent), under: .product)
        store[wish.key] = (request: wish, record: record)
      case .answerAgain(let first):
        record = first
      case .refused(let refusal):
        throw Fixture.NoSuchThing(text: "\(refusal)")
      }
      answers[wish.key, default: []].insert(record.id)
      if Int.random(in: 0..<3, using: &dice) == 0 { queue.remove(at: place) }
    }
    #expect(store.count == 8)
    #expect(sent > 8)
    #expect(answers.values.allSatisfy { $0.count == 1 })
  }
}
