import CGrowthloopAllocationCounter
import TestSockets
import Testing
import GrowthloopTransport

@Suite("WebServer · what a request costs in memory", .timeLimit(.minutes(60)))
struct RequestAllocationTests {
  /// Reports in each answer the allocations of the server's thread so far.
  private final class Counting: WebApplication {
    private let meter: RouteMeter
    private let prepared = WebResponse(302, fields: [(name: "Location", value: "/landing")])

    init(_ metrics: WebMetrics) {
      meter = metrics.meter("any")
    }

    func answer(_ request: borrowing WebRequest) -> WebAnswer {
      switch request.method {
      case .get: WebAnswer(prepared, .now, countedBy: meter)
      case .post: WebAnswer(prepared, .afterCommit, countedBy: meter)
      default: WebAnswer(WebResponse(200, "text/plain", Self.count), .now, countedBy: meter)
      }
    }

    private static var count: [UInt8] { Array("\(allocation_count())".utf8) }

    func endCommit() {}
  }

  /// A debug build boxes what an optimised one keeps in registers.
  private static var isOptimised: Bool {
    #if DEBUG
      false
    #else
      true
    #endif
  }

  @Test(.enabled(if: isOptimised, "only an optimised build can"), arguments: ["GET", "POST"])
  func `a prepared answer to a request allocates nothing`(_ method: String) throws {
    let server = try RunningServer { Counting($0) }
    var client = try server.connect()
    let fields = "Host: x\r\nUser-Agent: Growth/1.0 (something longer than fifteen bytes)\r\n"
    let request = "\(method) /invite/ABCDEFGH12345678 HTTP/1.1\r\n\(fields)\r\n"
    let count = "PUT / HTTP/1.1\r\n\(fields)\r\n"
    func allocations(after requests: Int) throws -> Int {
      for _ in 0..<requests {
        try client.send(request)
        #expect(try client.receive().status == 302)
      }
      try client.send(count)
      return try #require(Int(try client.receive().text))
    }
    // What is made once, for the connection or the route, is made before.
    _ = try allocations(after: 100)
    let none = try allocations(after: 0)
    let one = try allocations(after: 0)
    let many = try allocations(after: 1_000)
    #expect(many - one == one - none, "what counting itself costs")
    try server.stop()
  }
}
