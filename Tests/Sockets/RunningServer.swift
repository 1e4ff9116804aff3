import Dispatch
import Foundation
public import GrowthloopTransport
import TestSupport

/// A server on a thread of its own.
public struct RunningServer: Sendable {
  public let addresses: [SocketAddress]
  public let stopSwitch: StopSwitch
  /// What it did, once it has stopped.
  public let report: Promise<ServerReport>

  /// Starts a server; it and its application live on the thread.
  public init(
    limits: WebLimits = WebLimits(), encrypting certificate: ServerCertificate? = nil,
    stoppingOn signals: [Int32] = [],
    changing change: @escaping @Sendable (WebServer) -> Void = { _ in },
    _ makeApplication: @escaping @Sendable (WebMetrics) -> any WebApplication
  ) throws {
    let start = Promise<(addresses: [SocketAddress], stopSwitch: StopSwitch)>()
    let report = Promise<ServerReport>()
    Thread.detachNewThread {
      do {
        let metrics = WebMetrics()
        let server = try WebServer(
          makeApplication(metrics), limits: limits, metrics: metrics, encrypting: certificate,
          stoppingOn: signals)
        change(server)
        start.keep(.success((server.addresses, server.stopSwitch)))
        report.keep(.success(try server.run()))
      } catch {
        start.keep(.failure(error))
        report.keep(.failure(error))
      }
    }
    (addresses, stopSwitch) = try start.value()
    self.report = report
  }

  public func connect() throws -> RawClient { try RawClient(addresses[0]) }

  /// Sends the bytes over a connection of their own, and returns the answer.
  public func answer(to text: String, toHead: Bool = false) throws -> RawAnswer {
    var client = try connect()
    try client.send(text)
    return try client.receive(toHead: toHead)
  }

  /// Stops the server, and waits until it has.
  @discardableResult
  public func stop() throws -> ServerReport {
    stopSwitch.stop()
    return try report.value()
  }
}

/// A value that another thread will have.
public final class Promise<Value: Sendable>: Sendable {
  private let result = Guarded<Result<Value, any Error>?>(nil)
  private let isKept = DispatchSemaphore(value: 0)

  public init() {}

  /// Keeps the promise; only the first time counts.
  public func keep(_ value: Result<Value, any Error>) {
    let isFirst = result.withLock { result in
      defer { result = result ?? value }
      return result == nil
    }
    if isFirst { isKept.signal() }
  }

  /// Waits for the value; a minute is taken for never.
  public func value() throws -> Value {
    guard isKept.wait(timeout: .now() + 60) == .success else { throw Never() }
    isKept.signal()
    guard let result = result.withLock({ $0 }) else {
      preconditionFailure("kept, and nothing there")
    }
    return try result.get()
  }

  public struct Never: Error {}
}
