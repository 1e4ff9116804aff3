import Foundation
import Invites
import GrowthloopFindings
import Profiles
@testable import GrowthloopLinkService
import Synchronization
import Testing
import Vocabulary
import GrowthloopTransport

@testable import GrowthloopLinkStore

@Suite("Retention · what the service does of itself", .timeLimit(.minutes(60)))
struct RetentionSweeperTests {
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
    let store = MemoryLinkStore(LinkEngine.terms(of: .rin))
    let application = application(over: store, clock: .toldByRequests)
    let code = try InviteCode(parsing: "aaaaaaaa")
    store.write(
      .invite(
        StoredInvite(
          InviteRecord(
            id: InviteID(spelling: code), sender: .ann, code: code, context: .generic,
            createdAt: Instant(milliseconds: 1_772_000_000_000), under: Profile.rin.link))))
    func clicks() -> Int { store.clicks(on: [code]).count }
    func tick() throws {
      #expect(application.tick())
      application.beginCommit {}
      try application.endCommit()
    }
    #expect(tap(application, at: "2026-03-01T12:00:00Z") == 200)
    try tick()
    #expect(tap(application, at: "2026-03-06T12:00:00Z") == 200)
    try tick()
    #expect(clicks() == 2)
    #expect(tap(application, at: "2026-03-12T12:00:00Z") == 200)
    try tick()
    #expect(clicks() == 2)
    #expect(!application.tick())
    let metrics = application.answer(
      WebRequest(
        .get, "/metrics", fields: [(name: ServiceClock.field, value: "2026-03-12T12:00:00Z")]))
    #expect(
      String(decoding: metrics.response.body, as: UTF8.self).contains("link_sweeps_total 3"))
  }

  @Test func `after a commit that failed it says so, until one shows that all is well again`()
    async
  {
    await #expect(processExitsWith: .success) {
      // A limit on the size of files does what a full disk does, to this process alone.
      signal(SIGXFSZ, SIG_IGN)
      let folder = NSTemporaryDirectory() + "growthloop-sweeper-" + UUID().uuidString
      defer { try? FileManager.default.removeItem(atPath: folder) }
      let store = try SQLiteLinkStore(in: folder, LinkEngine.terms(of: .rin), root: .test)
      let application = RetentionSweeperTests().application(over: store)
      func health() -> WebStatus {
        application.answer(WebRequest(.get, "/healthz")).response.status
      }
      /// Whether what a tick wants to have committed can be.
      func tickIsCommitted() -> Bool? {
        guard application.tick() else { return nil }
        application.beginCommit {}
        do { try application.endCommit() } catch { return false }
        return true
      }
      #expect(tickIsCommitted() == true)
      #expect(tickIsCommitted() == nil)
      #expect(health() == 200)
      var limit = rlimit()
      unsafe getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      // The head of the journal, and nothing more.
      limit.rlim_cur = 24
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      #expect(RetentionSweeperTests().tap(application, at: "") == 200)
      application.beginCommit {}
      #expect(throws: StoreError.self) { try application.endCommit() }
      #expect(health() == 503)
      #expect(tickIsCommitted() == false)
      #expect(health() == 503)

      limit.rlim_cur = limit.rlim_max
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      #expect(tickIsCommitted() == true)
      #expect(health() == 200)
      #expect(tickIsCommitted() == nil)
    }
  }

  @Test func `figures tell of a sweep that could not be recorded`() throws {
    let folder = NSTemporaryDirectory() + "growthloop-sweeper-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let isFull = Mutex(false)
    let store = try SQLiteLinkStore(
      in: folder, LinkEngine.terms(of: .rin), root: .test,
      sync: { (file) throws(StoreError) in
        if isFull.withLock({ $0 }) { throw .diskFull(path: file.path) }
        try file.sync()
      })
    let application = application(over: store)
    isFull.withLock { $0 = true }
    #expect(application.tick())
    application.beginCommit {}
    #expect(throws: StoreError.self) { try application.endCommit() }
    let metrics = application.answer(WebRequest(.get, "/metrics")).response.body
    let lines = String(decoding: metrics, as: UTF8.self).split(separator: "\n")
    #expect(lines.contains("link_failed_sweeps_total 1"))
    #expect(lines.contains("link_sweeps_total 0"))
  }

  @Test func `a sweep that is taken back has failed, and another comes when it is time`() throws {
    let engine = application(over: MemoryLinkStore(LinkEngine.terms(of: .rin))).engine
    let now = try #require(Instant(rfc3339: "2026-03-01T12:00:00Z"))
    var sweeper = RetentionSweeper(from: now)
    let isFirst = sweeper.sweep(engine, at: now)
    sweeper.commitBegins()
    sweeper.commitFailed()
    sweeper.commitBegins()
    sweeper.commitEnded()
    #expect(sweeper.sweeps == 0 && sweeper.failedSweeps == 1)
    // One that comes during a commit is none of its own.
    sweeper.commitBegins()
    let isSecond = sweeper.sweep(engine, at: now + RetentionSweeper.interval)
    #expect(isFirst && isSecond)
    sweeper.commitEnded()
    #expect(sweeper.sweeps == 0)
    sweeper.commitBegins()
    sweeper.commitEnded()
    #expect(sweeper.sweeps == 1)
  }
}
