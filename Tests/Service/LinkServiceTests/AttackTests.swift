import GrowthloopTransport
import TestSockets
import Testing

@testable import GrowthloopLinkService

@Suite(
  "Attack · what the times of answers tell, and what a flood on one connection costs",
  .enabled(if: AttackedService.isAskedFor, "GROWTHLOOP_ATTACK asks for it"), .serialized,
  .timeLimit(.minutes(60)))
struct AttackTests {
  /// What an attacker sends to many links.
  struct Probe: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let method: WebMethod
    let agent: String
    let isFresh: Bool

    init(_ description: String, _ method: WebMethod, _ agent: String, isFresh: Bool) {
      testDescription = "\(description), \(isFresh ? "new connections" : "one connection")"
      self.method = method
      self.agent = agent
      self.isFresh = isFresh
    }

    func request(_ code: String) -> [UInt8] {
      Array(Service.request(method, "/invite/\(code)", ["User-Agent": agent], "").utf8)
    }
  }

  static let previews = [false, true].flatMap { isFresh in
    [
      Probe("previews", .get, "WhatsApp/2.0", isFresh: isFresh),
      Probe("previews by HEAD", .head, "facebookexternalhit/1.1", isFresh: isFresh),
    ]
  }
  static let taps = [false, true].map { Probe("taps", .get, Service.iPhone, isFresh: $0) }

  /// Probes each link once, in a random order.
  private func separation(
    _ probe: Probe, on service: AttackedService
  ) throws -> (known: [Int64], unknown: [Int64]) {
    // Made before: what is done between two probes takes the caches of the service away.
    let probes =
      service.known.map { (probe.request($0), true) }
      + service.unknown.map { (probe.request($0), false) }
    var times: (known: [Int64], unknown: [Int64]) = ([], [])
    var client = try RawClient(service.process.address)
    for (request, isKnown) in probes.shuffled() {
      if probe.isFresh { client = try RawClient(service.process.address) }
      let time = try client.timeToAnswer(request)
      // Answers are small, and come whole.
      _ = try client.receiveSome()
      if isKnown { times.known.append(time) } else { times.unknown.append(time) }
    }
    let count = times.known.count + times.unknown.count
    print(
      "attack: \(probe.testDescription): \(count) probes,",
      "\(Separation(times.known, times.unknown)); medians",
      "\(times.known.sorted()[times.known.count / 2] / 1_000) and",
      "\(times.unknown.sorted()[times.unknown.count / 2] / 1_000) µs")
    return times
  }

  @Test func `RES-12 · the time of a preview does not tell whether its code is known`() throws {
    let service = try AttackedService(codes: 1_000)
    defer { service.stop() }
    for probe in Self.previews {
      let times = try separation(probe, on: service)
      #expect(
        Separation(times.known, times.unknown).upper <= 0.58, "\(probe.testDescription)")
    }
    // What is done for them goes through the journal alike, and is reported.
    for probe in Self.taps { _ = try separation(probe, on: service) }
  }

  @Test func `20,000 requests that do not wait for answers take at most 0.2 ms each`() throws {
    let service = try AttackedService(codes: 1)
    defer { service.stop() }
    let floods = [
      ("healthz", "/healthz", ""), ("previews", "/invite/\(service.known[0])", "WhatsApp/2.0"),
      ("taps, known", "/invite/\(service.known[0])", Service.iPhone),
      ("taps, unknown", "/invite/\(service.unknown[0])", Service.iPhone),
    ]
    for (name, path, agent) in floods {
      let client = RawClientBox(try RawClient(service.process.address))
      let request = "GET \(path) HTTP/1.1\r\nHost: x\r\nUser-Agent: \(agent)\r\n\r\n"
      // One answer tells how long all are together.
      try client.raw.send(request)
      let length = try client.raw.receiveSome().count
      let start = MonotonicTime.now()
      let sent = client.raw.sendAside(request, times: 20_000)
      var left = 20_000 * length
      while left > 0 { left -= try client.raw.receiveSome().count }
      let milliseconds = Double((MonotonicTime.now() - start).nanoseconds) / 1e6 / 20_000
      #expect(try sent.value() && left == 0)
      print("attack: 20,000 pipelined, \(name): \(milliseconds) ms each")
      if AttackedService.isReleased { #expect(milliseconds <= 0.2, "\(name)") }
    }
  }
}

/// A client that a thread can send with while another reads.
private final class RawClientBox {
  var raw: RawClient

  init(_ raw: consuming RawClient) {
    self.raw = raw
  }
}
