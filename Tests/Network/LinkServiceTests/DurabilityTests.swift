import Invites
import LinkStore
import Profiles
import Testing
import Vocabulary
import WebServer

@testable import LinkService

@Suite("Service · who may hear of what is not durable yet")
struct DurabilityTests {
  @Test func `nobody hears of a turn before its commit has ended, nor of what the next made of it`()
    throws
  {
    let keys = ServiceKeys(Service.secret)
    let application = LinkApplication(
      ServiceSettings(.rin), over: MemoryLinkStore(LinkDesk.terms(of: .rin)), keys: keys,
      metrics: WebMetrics())
    func readsWait() -> Bool { application.answer(WebRequest(.get, "/healthz")).waitsForCommit }
    func create(key: String) -> Bool {
      application.answer(
        WebRequest(
          .post, "/invites",
          fields: [
            (name: "Authorization", value: "Bearer \(Service.backendToken)"),
            (name: "Idempotency-Key", value: key),
          ], body: Array(#"{"user":"\#(OpaqueID(PrincipalID.ann))"}"#.utf8))
      ).waitsForCommit
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
}
