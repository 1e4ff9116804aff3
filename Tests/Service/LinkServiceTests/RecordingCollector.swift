import Dispatch
import TestSockets
import TestSupport
import GrowthloopTransport

@testable import GrowthloopLinkService

/// A collector of events that keeps what it takes, and answers with the given statuses.
final class RecordingCollector: Sendable {
  /// The lines that came within a minute.
  struct Missing: Error {
    let count: Int
  }

  private struct State {
    var lines: [String] = []
    var requests = 0
    var isBearing: [String?] = []
  }

  private let state = Guarded(State())
  private let hasChanged = DispatchSemaphore(value: 0)
  /// The status of a request, by its number; without one it is taken.
  private let refusals: [Int: WebStatus]

  init(refusing refusals: [Int: WebStatus] = [:]) {
    self.refusals = refusals
  }

  var lines: [String] { state.withLock { $0.lines } }
  var requests: Int { state.withLock { $0.requests } }
  var authorizations: [String?] { state.withLock { $0.isBearing } }

  func start(limits: WebLimits = WebLimits()) throws -> RunningServer {
    try RunningServer(limits: limits) { Application(self, $0) }
  }

  /// Waits until it has that many lines.
  func wait(for count: Int) throws {
    while lines.count < count {
      guard hasChanged.wait(timeout: .now() + 60) == .success else {
        throw Missing(count: lines.count)
      }
    }
  }

  private func take(_ request: borrowing WebRequest) -> WebStatus {
    let body = String(decoding: request.body, as: UTF8.self)
    let authorization = request.field("Authorization")
    let isRight =
      request.method == .post && request.field("Content-Type") == "application/x-ndjson"
    let status = state.withLock { state in
      state.requests += 1
      state.isBearing.append(authorization)
      let status = isRight ? refusals[state.requests] ?? 204 : 400
      if status == 204 { state.lines += body.split(separator: "\n").map(String.init) }
      return status
    }
    hasChanged.signal()
    return status
  }

  private final class Application: WebApplication {
    private let collector: RecordingCollector
    private let meter: RouteMeter

    init(_ collector: RecordingCollector, _ metrics: WebMetrics) {
      self.collector = collector
      meter = metrics.meter("collector")
    }

    func answer(_ request: borrowing WebRequest) -> WebAnswer {
      WebAnswer(WebResponse(collector.take(request)), .now, countedBy: meter)
    }

    func endCommit() {}
  }
}
