import Foundation
import GrowthloopReports
import GrowthloopTransport
import Statistics
import TestSockets
import Testing

@testable import GrowthloopLoadGenerator
@testable import growthloop

@Suite("load --watch · the page beside a run", .timeLimit(.minutes(60)))
struct LoadWatchTests {
  private struct Place: Sendable {
    let token: String
    let address: SocketAddress
    let stopSwitch: StopSwitch

    func request(_ path: String, method: String = "GET", host: String? = nil, _ fields: String = "")
      -> String
    {
      "\(method) /\(token)/\(path) HTTP/1.1\r\nHost: \(host ?? "\(address)")\r\n\(fields)\r\n"
    }

    func answer(to request: String) throws -> RawAnswer {
      var client = try RawClient(address)
      try client.send(request)
      return try client.receive()
    }
  }

  /// A page on a thread of its own, of a load with so many answers a second.
  private static func serve(answers: Int = 250) throws -> Place {
    let place = Promise<Place>()
    Thread.detachNewThread {
      do {
        var number = 0
        let (watch, server) = try LoadWatch.serving(titled: "a <load>") {
          defer { number += 1 }
          var second = SecondRecord(second: number, isWarmUp: false)
          var responses = HDRHistogram(layout: SecondRecord.layout)
          for answer in 1...answers { responses.record(UInt64(answer) * 1_000_000) }
          second.sent = answers
          second.answered = answers
          second.quantiles = SecondRecord.Quantiles(responses)
          let progress = LoadProgress(
            second: second, counts: RequestCounts(), lateness: .zero, responses: responses)
          return ([progress], "\(number + 1) s of 30 s")
        }
        place.keep(
          .success(
            Place(
              token: watch.page.token, address: server.addresses[0],
              stopSwitch: server.stopSwitch)))
        _ = try server.run()
      } catch {
        place.keep(.failure(error))
      }
    }
    return try place.value()
  }

  @Test func `each second reaches the page, until the run has ended`() throws {
    let place = try Self.serve()
    let page = try place.answer(to: place.request(""))
    #expect(page.status == 200 && page.text.contains("<h1>a &lt;load&gt;</h1>"))
    #expect(page.field("content-security-policy")?.hasPrefix("default-src 'none'") == true)
    var stream = try RawClient(place.address)
    try stream.send(place.request("stream"))
    var seen = ""
    while !seen.contains("3 s of 30 s") {
      seen += String(decoding: try stream.receiveSome(), as: UTF8.self)
    }
    for words in ["Requests, second by second", "Response time by percentile", "p99.9"] {
      #expect(seen.contains(words), "\(words)")
    }
    place.stopSwitch.stop()
    _ = try stream.receiveAll()
  }

  @Test func `another name, another origin, a wrong token and another method are refused`() throws {
    let place = try Self.serve()
    defer { place.stopSwitch.stop() }
    let strange = "Origin: http://example.com\r\n"
    #expect(try place.answer(to: place.request("", host: "localhost:80")).status == 421)
    #expect(try place.answer(to: place.request("stream", strange)).status == 403)
    #expect(
      try place.answer(to: "GET /0/stream HTTP/1.1\r\nHost: \(place.address)\r\n\r\n").status == 404
    )
    #expect(try place.answer(to: place.request("state")).status == 404)
    #expect(
      try place.answer(to: place.request("", method: "POST", "Content-Length: 0\r\n")).status
        == 405)
  }

  @Test func `a capacity is searched without a page`() {
    let outcome = growthloop(
      "load", "--url", "http://127.0.0.1:9", "--rate", "10", "--gate", "p99 < 1s",
      "--find-capacity",
      "--watch")
    #expect(outcome.code == .usage)
    #expect(
      outcome.complaints.contains("'--watch' shows one run, and '--find-capacity' makes many"))
  }
}
