import Foundation
import Invites
import JSON
import Profiles
import Testing
import Vocabulary
import WebServer

@testable import LinkService
@testable import LinkStore

@Suite("Upkeep · what the service does of itself")
struct UpkeepTests {
  private func application(
    over store: any LinkStore, clock: ServiceClock = .real
  ) -> LinkApplication {
    var settings = ServiceSettings(.rin)
    settings.clock = clock
    return LinkApplication(
      settings, over: store, keys: ServiceKeys(Service.secret), metrics: WebMetrics())
  }

  private func tap(_ application: LinkApplication, at moment: String) -> WebStatus {
    application.answer(
      WebRequest(
        .get, "/invite/aaaaaaaa",
        fields: [
          (name: ServiceClock.field, value: moment), (name: "User-Agent", value: Service.iPhone),
        ])
    ).response.status
  }

  @Test func `PRV-07 · clicks whose window has ended are deleted when it is time`() throws {
    let store = MemoryLinkStore(LinkDesk.terms(of: .rin))
    let application = application(over: store, clock: .toldByRequests)
    let code = try InviteCode(parsing: "aaaaaaaa")
    func clicks() -> Int { store.clicks(on: [code]).count }
    #expect(tap(application, at: "2026-03-01T12:00:00Z") == 200)
    application.tick()
    #expect(tap(application, at: "2026-03-06T12:00:00Z") == 200)
    application.tick()
    #expect(clicks() == 2)
    #expect(tap(application, at: "2026-03-12T12:00:00Z") == 200)
    application.tick()
    #expect(clicks() == 2)
    let metrics = application.answer(
      WebRequest(
        .get, "/metrics", fields: [(name: ServiceClock.field, value: "2026-03-12T12:00:00Z")]))
    #expect(
      String(decoding: metrics.response.body, as: UTF8.self).contains("link_sweeps_total 3"))
  }

  @Test func `after a commit that failed the service does not say that it is well`() throws {
    let folder = NSTemporaryDirectory() + "growthloop-upkeep-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = try SQLiteLinkStore(
      in: folder, LinkDesk.terms(of: .rin),
      sync: { (file) throws(StoreError) in throw .diskFull(path: file.path) })
    let application = application(over: store)
    func health() -> WebStatus {
      application.answer(WebRequest(.get, "/healthz")).response.status
    }
    #expect(health() == 200)
    #expect(tap(application, at: "") == 200)
    application.beginCommit {}
    #expect(throws: StoreError.self) { try application.endCommit() }
    #expect(health() == 503)
  }
}
