import Statistics
import TestSockets
import GrowthloopTransport

/// An application with one answer of each kind.
final class SampleApplication: WebApplication {
  struct DiskFull: Error {}

  private let controls: ApplicationControls
  private let metrics: WebMetrics
  private let meter: RouteMeter
  private let hello = WebResponse(200, "text/plain", Array("hello".utf8))
  private let kept = WebResponse(201, "text/plain", Array("kept".utf8))
  private lazy var large = WebResponse(
    200, "application/octet-stream", [UInt8](repeating: 7, count: 64 << 20))

  init(_ metrics: WebMetrics, _ controls: ApplicationControls) {
    self.metrics = metrics
    self.controls = controls
    meter = metrics.meter("sample")
  }

  func answer(_ request: borrowing WebRequest) -> WebAnswer {
    switch String(decoding: request.target.path, as: UTF8.self) {
    case "/keep":
      return WebAnswer(kept, .afterCommit, countedBy: meter)
    case "/large":
      return WebAnswer(large, .now, countedBy: meter)
    case "/echo":
      return WebAnswer(WebResponse(200, "text/plain", request.body), .now, countedBy: meter)
    case "/agent":
      let agent = request.field("user-agent") ?? "none"
      return WebAnswer(WebResponse(200, "text/plain", Array(agent.utf8)), .now, countedBy: meter)
    case "/stream":
      return .stream(controls.beginStream(), countedBy: meter)
    case "/redirect":
      let place = request.target.queryValues(of: "to")?.first ?? ""
      return WebAnswer(
        WebResponse(302, fields: [(name: "Location", value: place)]), .now, countedBy: meter)
    default:
      return WebAnswer(hello, .now, countedBy: meter)
    }
  }

  func endCommit() throws {
    if controls.commitBegins() { throw DiskFull() }
  }

  func tick() -> Bool {
    var text = OpenMetricsText()
    metrics.write(to: &text)
    return controls.ticked(text.text)
  }
}

extension RunningServer {
  /// Starts a server with the sample application.
  init(
    limits: WebLimits = WebLimits(), manager: ServiceManager? = nil,
    _ controls: ApplicationControls = .init()
  ) throws {
    try self.init(limits: limits, changing: { $0.manager = manager }) {
      SampleApplication($0, controls)
    }
  }
}
