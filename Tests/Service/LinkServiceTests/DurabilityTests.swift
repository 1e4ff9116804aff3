import Invites
import GrowthloopLinkStore
import Profiles
import Testing
import Vocabulary
import GrowthloopTransport

@testable import GrowthloopLinkService

@Suite("Service · who may hear of what is not durable yet", .timeLimit(.minutes(60)))
struct DurabilityTests {
  @Test func `nobody hears of a turn before its commit has ended, nor of what the next made of it`()
    throws
  {
    let keys = ServiceKeys(Service.secret)
    let application = LinkApplication(
      ServiceSettings(.rin), over: MemoryLinkStore(LinkEngine.terms(of: .rin)), keys: keys,
      metrics: WebMetrics())
    func readsWait() -> Bool {
      application.answer(WebRequest(.get, "/healthz")).release == .afterCommit
    }
    func create(key: String) -> Bool {
      application.answer(
        WebRequest(
          .post, "/invites",
          fields: [
            (name: "Authorization", value: "Bearer \(Service.backendToken)"),
            (name: "Idempotency-Key", value: key),
          ], body: Array(#"{"user":"\#(OpaqueID(PrincipalID.ann))"}"#.utf8))
      ).release == .afterCommit
    }

    #expect(!readsWait())
    #expect(create(key: "1"))
    #expect(readsWait())
    application.beginCommit {}
    #expect(readsWait())
    #expect(create(key: "2"))
    try application.endCommit()
    #expect(readsWait())
    application.beginCommit {}
    try application.endCommit()
    #expect(!readsWait())
  }

  private static let writing: [(WebMethod, String, String)] = [
    (.get, "/invite/CODE", ""), (.post, "/invite/CODE", "{}"),
    (.post, "/invites", "{\"user\":\"BOB\"}"),
    (.post, "/invites/CODE/open", "{\"user\":\"BOB\"}"),
    (.post, "/invites/CODE/share", "{\"user\":\"ANN\"}"),
    (.post, "/invites/deferred", "{\"user\":\"BOB\",\"device\":{}}"),
    (.post, "/invites/CODE/accept", "{\"user\":\"BOB\"}"), (.put, "/users/BOB", "{}"),
    (.post, "/users/BOB/milestones", "{\"milestone\":\"signedUp\"}"),
    (.delete, "/outbox/ANN.BOB", ""), (.delete, "/users/BOB", ""), (.put, "/android/launch", ""),
    (.post, "/android/erasure", "{\"address\":\"ada@example.org\"}"),
  ]

  @Test(arguments: writing)
  func `what writes is answered after its commit`(
    method: WebMethod, path: String, body: String
  ) throws {
    let store = MemoryLinkStore(LinkEngine.terms(of: .rin))
    let application = LinkApplication(
      ServiceSettings(.rin), over: store, keys: ServiceKeys(Service.secret), metrics: WebMetrics())
    func ask(_ method: WebMethod, _ path: String, _ body: String) -> WebAnswer {
      let code = store.invites(of: .ann).first.map { "\($0.record.code)" } ?? ""
      func filled(_ text: String) -> [UInt8] {
        Array(
          text.replacing("CODE", with: code).replacing("ANN", with: OpaqueID(.ann).text)
            .replacing("BOB", with: OpaqueID(.bob).text).utf8)
      }
      return application.answer(
        WebRequest(
          method, RequestTarget(filled(path)),
          fields: [
            (name: "Authorization", value: "Bearer \(Service.backendToken)"),
            (name: "Idempotency-Key", value: path), (name: "User-Agent", value: Service.iPhone),
          ], body: filled(body)))
    }
    _ = ask(.post, "/invites", "{\"user\":\"ANN\"}")
    application.beginCommit {}
    try application.endCommit()
    let answer = ask(method, path, body)
    #expect((200..<300).contains(answer.response.status.rawValue))
    #expect(answer.release != .now)
  }
}
