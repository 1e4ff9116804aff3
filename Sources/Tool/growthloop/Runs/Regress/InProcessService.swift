import Dispatch
import GrowthloopLinkService
import GrowthloopLinkStore
import GrowthloopLoadGenerator
import GrowthloopReports
import GrowthloopTransport
import Synchronization
import Vocabulary

/// A link service on a thread of this process, in memory, whose responses are delayed.
final class InProcessService {
  let target: LoadTarget
  let links: KnownLinks
  private let stopSwitch: StopSwitch

  /// The results of the thread, for its creator.
  private final class SharedState: Sendable {
    let start = Mutex<Result<(port: UInt16, links: KnownLinks, stop: StopSwitch), any Error>?>(nil)
    let hasStarted = DispatchSemaphore(value: 0)
    let hasEnded = DispatchSemaphore(value: 0)
  }

  private let state = SharedState()

  init(
    for scenario: LoadScenario, on processors: [Int], delayedBy delay: Duration,
    until interrupt: Interrupt
  ) throws {
    guard let secret = Secret(Array("a secret for measurements alone".utf8)) else {
      preconditionFailure("the words are long enough for a secret")
    }
    let state = state
    _ = try BackgroundThread {
      let outcome = Result {
        try ThisThread.bind(to: processors)
        return try Self.server(
          for: scenario, ServiceKeys(secret), delayedBy: delay, until: interrupt)
      }
      state.start.withLock { start in
        start = outcome.flatMap { server, links in
          guard let port = server.addresses.first?.port else {
            return .failure(SystemCallError.noFreePort)
          }
          return .success((port, links, server.stopSwitch))
        }
      }
      state.hasStarted.signal()
      _ = try? outcome.get().0.run()
      state.hasEnded.signal()
    }
    state.hasStarted.wait()
    guard let start = state.start.withLock({ $0 }) else {
      preconditionFailure("the service started and left nothing")
    }
    let (port, links, stop) = try start.get()
    var target = LoadTarget(host: "127.0.0.1", port: port)
    target.bearerToken = ServiceKeys(secret).tokens.text(
      of: AccessToken(for: .backend, until: ServiceClock.real.now() + .days(1)))
    (self.target, self.links, stopSwitch) = (target, links, stop)
  }

  private static func server(
    for scenario: LoadScenario, _ keys: ServiceKeys, delayedBy delay: Duration,
    until interrupt: Interrupt
  ) throws -> (WebServer, KnownLinks) {
    let store = MemoryLinkStore(LinkEngine.terms(of: scenario.profile))
    let links = try LinkSeeding(scenario, until: interrupt).seed(
      into: store, hashing: keys.numbers)
    var settings = ServiceSettings(scenario.profile)
    (settings.limits.address, settings.limits.user, settings.limits.misses) = (nil, nil, nil)
    let metrics = WebMetrics()
    let service = LinkApplication(settings, over: store, keys: keys, metrics: metrics)
    let application = DelayedApplication(service, by: delay)
    return (try WebServer(application, at: .loopback(port: 0), metrics: metrics), links)
  }

  func stop() {
    stopSwitch.stop()
    state.hasEnded.wait()
  }
}

/// An application that delays every response by additional work.
final class DelayedApplication: WebApplication {
  private let inner: any WebApplication
  private let delay: Duration

  init(_ inner: any WebApplication, by delay: Duration) {
    self.inner = inner
    self.delay = delay
  }

  func answer(_ request: borrowing WebRequest) -> WebAnswer {
    let end = ContinuousClock.now + delay
    while ContinuousClock.now < end {}
    return inner.answer(request)
  }

  func beginCommit(_ ready: @escaping @Sendable () -> Void) { inner.beginCommit(ready) }
  func endCommit() throws { try inner.endCommit() }
  func tick() -> Bool { inner.tick() }
}
