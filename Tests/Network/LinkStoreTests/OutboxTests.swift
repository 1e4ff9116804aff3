import Invites
import Profiles
import TestSupport
import Testing
import Vocabulary

@testable import LinkStore

@Suite(
  "NOT-10 · a push is handed out until it is delivered, and then never again",
  .timeLimit(.minutes(60)))
struct OutboxTests {
  private let folder = StoreFolder()

  /// Does something at a desk whose store is closed afterwards, or left as by a crash.
  private func visit<Answer>(
    isClosed: Bool, _ body: (LinkDesk) throws -> Answer
  ) throws -> Answer {
    let store = try SQLiteLinkStore(in: folder.path, LinkDesk.terms(of: .product), root: .test)
    let answer = try body(LinkDesk.desk(.product, over: store))
    try store.commit()
    if isClosed { try store.close() }
    return answer
  }

  @Test(arguments: [true, false])
  func `it outlives the service, and so does the word of its delivery`(isClosed: Bool) throws {
    try visit(isClosed: isClosed) { desk in
      let link = desk.resolve(try #require(desk.issue(to: .ann)), at: noon(0))
      _ = desk.accept(link, by: .bob, hadAccount: false, at: noon(0))
    }
    for _ in 0..<2 {
      let pushes = try visit(isClosed: isClosed) { $0.pendingPushes(atMost: 9) }
      #expect(pushes.map(\.pair) == [Referral.Pair(inviter: .ann, invitee: .bob)])
    }
    try visit(isClosed: isClosed) { desk in
      for push in desk.pendingPushes(atMost: 9) { desk.delivered(push.pair) }
    }
    try visit(isClosed: isClosed) { desk in
      _ = desk.reach(.signedUp(name: "Bob", avatar: nil), .bob, at: noon(1))
      let link = desk.resolve(
        try #require(desk.store.invites(of: .ann).first?.record.code), at: noon(1))
      _ = desk.accept(link, by: .bob, hadAccount: false, at: noon(1))
      #expect(desk.pendingPushes(atMost: 9).isEmpty)
    }
  }
}
