import Invites
import Profiles
import TestSupport
import Testing
import Vocabulary

@testable import GrowthloopLinkStore

@Suite(
  "NOT-10 · a push is handed out until it is delivered, and then never again",
  .timeLimit(.minutes(60)))
struct OutboxTests {
  private let folder = StoreFolder()

  /// Does something at an engine whose store is closed afterwards, or left as by a crash.
  private func visit<Answer>(
    isClosed: Bool, _ body: (LinkEngine) throws -> Answer
  ) throws -> Answer {
    let store = try SQLiteLinkStore(in: folder.path, LinkEngine.terms(of: .product), root: .test)
    let answer = try body(LinkEngine.engine(.product, over: store))
    try store.commit()
    if isClosed { try store.close() }
    return answer
  }

  @Test(arguments: [true, false])
  func `it outlives the service, and so does the word of its delivery`(isClosed: Bool) throws {
    try visit(isClosed: isClosed) { engine in
      let link = engine.resolve(try #require(engine.issue(to: .ann)), at: noon(0))
      _ = engine.accept(link, by: .bob, hadAccount: false, at: noon(0))
    }
    for _ in 0..<2 {
      let pushes = try visit(isClosed: isClosed) { $0.pendingPushes(at: noon(3), atMost: 9) }
      #expect(pushes.map(\.pair) == [Referral.Pair(inviter: .ann, invitee: .bob)])
    }
    try visit(isClosed: isClosed) { engine in
      for push in engine.pendingPushes(at: noon(3), atMost: 9) {
        engine.delivered(push.pair, at: noon(0))
      }
    }
    try visit(isClosed: isClosed) { engine in
      _ = engine.reach(.signedUp(name: "Bob", avatar: nil), .bob, at: noon(1))
      let link = engine.resolve(
        try #require(engine.store.invites(of: .ann).first?.record.code), at: noon(1))
      _ = engine.accept(link, by: .bob, hadAccount: false, at: noon(1))
      #expect(engine.pendingPushes(at: noon(3), atMost: 9).isEmpty)
    }
  }
}
