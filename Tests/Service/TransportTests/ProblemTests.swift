import GrowthloopFindings
import TestSockets
import Testing
import GrowthloopTransport

@Suite("WebServer · problems and figures", .timeLimit(.minutes(60)))
struct ProblemTests {
  @Test func `a problem is a JSON object with members of the application's own`() {
    let problem = Problem(
      409, type: "https://example.org/problems/self", detail: "Not \"yourself\"\\\n.",
      members: [(name: "rule", value: "ATT-20")])
    #expect(
      problem.json == """
        {"type":"https://example.org/problems/self","title":"Conflict","status":409,\
        "detail":"Not \\"yourself\\"\\\\\\u000a.","rule":"ATT-20"}
        """)
    let response = problem.response(fields: [(name: "Retry-After", value: "3")])
    #expect(response.status == 409)
    #expect(response.field("content-type") == "application/problem+json")
    #expect(response.field("retry-after") == "3")
  }

  @Test func `figures are written as OpenMetrics`() throws {
    let controls = ApplicationControls()
    var limits = WebLimits()
    limits.tickInterval = .milliseconds(5)
    let server = try RunningServer(limits: limits, controls)
    var client = try server.connect()
    try client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\nPOST /keep HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(try client.receive().status == 200)
    #expect(try client.receive().status == 201)
    _ = try server.answer(to: "GET / HTTP/1.1\r\n\r\n")
    let text = try controls.nextMetrics()
    for line in [
      "http_requests_total{route=\"sample\",status=\"200\"} 1",
      "http_requests_total{route=\"sample\",status=\"201\"} 1",
      "http_request_duration_seconds_bucket{route=\"sample\",le=\"+Inf\"} 2",
      "http_request_duration_seconds_count{route=\"sample\"} 2",
      "http_commits_total 1", "http_connections_total 2",
      "http_refusals_total{reason=\"missingHost\"} 1",
    ] {
      #expect(text.contains("\n\(line)\n"), "\(line)")
    }
    #expect(text.hasSuffix("\n# EOF\n"))
    try server.stop()
  }
}
