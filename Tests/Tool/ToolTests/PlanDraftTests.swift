import Foundation
import GrowthloopFindings
import GrowthloopLoadGenerator
import GrowthloopPlans
import GrowthloopReports
import Testing

@testable import growthloop

@Suite("growthloop load --from · a plan to begin with")
struct PlanDraftTests {
  private func draft(_ text: String, _ name: String) throws -> (text: String, plan: LoadScenario) {
    let draft = try PlanDraft(Array(text.utf8), called: name)
    let outcome = try ScenarioReader(LoadScenario.self, loader: .disk())
      .read(SourceText(name: "plan.yaml", text: draft.text))
    #expect(outcome.value.problems.isEmpty, "\(draft.text)")
    return (draft.text, outcome.value)
  }

  private static func entry(
    _ method: String, _ url: String, body: String = "", type: String = "", cookie: String = "x",
    status: Int = 200, answer: String = "", mime: String = "text/html", location: String = "",
    sent: [(String, String)] = [], got: [(String, String)] = [], at second: Int = 0,
    as resource: String = "document"
  ) -> JSONValue {
    func list(_ fields: [(String, String)]) -> JSONValue {
      .array(fields.map { ["name": .text($0.0), "value": .text($0.1)] })
    }
    let fields = [("Cookie", cookie), ("Content-Type", type), ("Accept", "*/*")] + sent
    return [
      "startedDateTime": .text("2026-01-01T00:00:\(second + 10).000Z"),
      "_resourceType": .text(resource),
      "request": [
        "method": .text(method), "url": .text(url), "headers": list(fields),
        "postData": ["text": .text(body)],
      ],
      "response": [
        "status": .integer(Int64(status)),
        "headers": list([("Location", location)] + got),
        "content": ["mimeType": .text(mime), "text": .text(answer)],
      ],
    ]
  }

  @Test func `tokens of a recording become values of earlier answers`() throws {
    let site = "https://shop.example:8443"
    let recording: JSONValue = [
      "log": [
        "entries": .array([
          Self.entry(
            "GET", site + "/login",
            answer: "<form><input name='csrf' value='Zm9v+YmFyYmF6'><input name=user></form>"),
          Self.entry("GET", site + "/app.css", mime: "text/css"),
          Self.entry("GET", "https://ads.example/pixel"),
          Self.entry(
            "POST", site + "/login", body: "csrf=Zm9v%2BYmFyYmF6&user=ann",
            type: "application/x-www-form-urlencoded", status: 303, location: "/home"),
          Self.entry(
            "POST", site + "/api/session", body: "{}", type: "application/json",
            answer: #"{"data":{"token":"eyJhbGciOiJub25lIn0"}}"#, mime: "application/json"),
          Self.entry(
            "POST", site + "/api/orders?t=eyJhbGciOiJub25lIn0",
            body: #"{"token":"eyJhbGciOiJub25lIn0","n":1}"#, type: "application/json", status: 201),
        ])
      ]
    ]
    let (text, plan) = try draft(recording.json, "login.har")
    #expect(plan.target?.description == site && !text.contains("Cookie") && !text.contains("pixel"))
    let kinds = plan.parts[0].kinds
    #expect(
      kinds.map(\.name) == ["get login", "post login", "post api session", "post api orders"])
    #expect(kinds[0].extracts.map(\.name) == ["csrf"])
    #expect(kinds[1].body == "csrf={csrf}&user=ann" && kinds[1].bodyEncoding == .form)
    #expect(kinds[1].checks == [.header("Location", .text("/home"))])
    #expect(text.contains("# Left out, since a plan has one target: https://ads.example\n"))
    #expect(kinds[1].expected?.statuses == [303] && kinds.allSatisfy(\.keepsCookies))
    #expect(kinds[2].extracts.map(\.name) == ["token"])
    #expect(kinds[3].path == "/api/orders?t={token}")
    #expect(kinds[3].body == #"{"token":"{token}","n":1}"#)
    #expect(!text.contains("Zm9v") && !text.contains("eyJ"))
  }

  private static func recording(_ entries: [JSONValue]) -> String {
    let recording: JSONValue = ["log": ["entries": .array(entries)]]
    return recording.json
  }

  @Test func `cookies, header fields and redirects lend their values`() throws {
    let site = "http://127.0.0.1:9000"
    let (text, plan) = try draft(
      Self.recording([
        // Pages come in DevTools' order, the last one first.
        Self.entry("GET", site + "/home", cookie: "sid=0123456789abcdef", at: 3),
        Self.entry(
          "GET", site + "/login", cookie: "old=q1w2e3r4t5",
          got: [("Set-Cookie", "csrf=a1%2Bb2c3d4%3D; Path=/")]),
        Self.entry("GET", site + "/favicon.ico", status: 404),
        Self.entry("OPTIONS", site + "/api", as: "preflight"),
        Self.entry(
          "POST", site + "/api", body: #"{"query":"query { note {id} }"}"#,
          type: "application/json",
          cookie: "old=q1w2e3r4t5", answer: #"{"session":"0123456789abcdef"}"#,
          mime: "application/json",
          sent: [("X-CSRF", "a1+b2c3d4="), ("X-Old", "q1w2e3r4t5"), ("Sec-Fetch-Mode", "cors")],
          got: [("X-Key", "k1k2k3k4k5")], at: 1),
        Self.entry(
          "GET", site + "/go", status: 302, location: "/back?code=c0d1e2f3g4",
          sent: [("Api-Key", "k1k2k3k4k5")], at: 2),
        Self.entry("GET", site + "/back?code=c0d1e2f3g4", at: 2),
      ]), "spa.har")
    let kinds = plan.parts[0].kinds
    #expect(kinds.map(\.name) == ["get login", "post api", "get go", "get back", "get home"])
    #expect(
      kinds[0].extracts.map(\.source)
        == [.cookie("csrf", isDecoded: true), .cookie("old", isDecoded: false)])
    #expect(text.contains("# The cookie old is older than the recording."))
    #expect(kinds[1].body == #"{"query":"query { note \u007bid} }"}"#)
    #expect(
      kinds[1].fields.map(\.value) == ["*/*", "{csrf}", "{old}", "application/json"])
    #expect(kinds[1].extracts.map(\.source).contains(.header("X-Key")))
    #expect(kinds[2].fields.last?.value == "{XKey}" && kinds[2].checks.isEmpty)
    #expect(kinds[3].path == "{place}")
    #expect(kinds[4].fields.last == RequestKind.Field("Cookie", "sid={session}"))
  }

  @Test func `accounts in addresses, bearers and bodies of parts are kept`() throws {
    let (text, plan) = try draft(
      Self.recording([
        Self.entry("GET", "http://ann:se%20cret@127.0.0.1:9000/", cookie: ""),
        Self.entry(
          "POST", "http://127.0.0.1:9000/token",
          body: "--b\r\nContent-Disposition: form-data\r\n\r\nx\r\n--b--\r\n",
          type: "multipart/form-data; boundary=b", answer: #"{"access_token":"e1.e2.e3.e4"}"#),
        Self.entry(
          "GET", "http://127.0.0.1:9000/me", status: 304,
          sent: [("Authorization", "Bearer e1.e2.e3.e4"), ("X-Lost", "f00dfacef00dfacef00dface")]),
      ]), "parts.har")
    let kinds = plan.parts[0].kinds
    #expect(plan.target?.description == "http://127.0.0.1:9000")
    #expect(kinds[0].fields.last?.value == "Basic YW5uOnNlIGNyZXQ=")
    #expect(kinds[1].body?.hasPrefix("--b\r\n") == true)
    #expect(kinds[2].fields.last == RequestKind.Field("Authorization", "Bearer {accesstoken}"))
    #expect(kinds[2].expected?.statuses == [200, 304])
    #expect(text.contains("# No earlier answer has f00dfacef00d…"))
  }

  @Test func `a description becomes a request for each of its operations`() throws {
    let (_, plan) = try draft(
      #"""
      {"openapi": "3.0.0", "info": {"title": "Shop"}, "servers": [{"url": "http://127.0.0.1:9/v1"}],
       "paths": {
         "/items/{id}": {"parameters": [{"name": "id", "in": "path", "schema": {"type": "integer"}}],
           "get": {"responses": {"200": {}, "404": {}}},
           "put": {"security": [{"bearer": []}], "requestBody": {"content": {"application/json":
             {"schema": {"$ref": "#/components/schemas/Item"}}}}, "responses": {"204": {}}}},
         "/search": {"get": {"parameters": [{"name": "q", "in": "query", "required": true, "example": "a"}],
           "responses": {"200": {}}}}},
       "components": {"schemas": {"Item": {"type": "object", "required": ["name", "tags"], "properties":
         {"name": {"type": "string"}, "tags": {"type": "array", "items": {"type": "number"}},
          "more": {"$ref": "#/components/schemas/Item"}}}}}}
      """#, "openapi.json")
    #expect(plan.title == "Shop" && plan.target?.description == "http://127.0.0.1:9/v1")
    let kinds = plan.parts.map(\.kind)
    #expect(kinds.map(\.path) == ["/items/{id}", "/items/{id}", "/search?q=a"])
    #expect(kinds.map(\.method) == ["GET", "PUT", "GET"])
    #expect(kinds[1].body == #"{"name":"text","tags":[1.0]}"# && kinds[1].isAuthorized)
    #expect(kinds[1].expected?.statuses == [204] && plan.values.map(\.name) == ["id"])
  }

  @Test func `a plan becomes one with the requests of its mix`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("day.yml", "plan: load\ntitle: A day\nmix: {dashboard: 0}\n")
    let outcome = growthloop("load", "--from", file)
    #expect(outcome.code == .success, "\(outcome.complaints)")
    #expect(outcome.output.contains("  landingTap:\n    send: \"GET /invite/{code}\"\n"))
    #expect(outcome.output.contains("json: {\"user\":\"{person}\"}"))
  }

  @Test func `a log becomes requests with their weights and the rate`() throws {
    let lines = (0..<30).map { second in
      #"::1 - - [10/Oct/2025:13:55:\#(second < 10 ? "0" : "")\#(second) +0000] "#
        + #""GET /\#(second % 3 == 0 ? "slow?a=1" : "r/x") HTTP/1.1" \#(second % 3 == 0 ? 200 : 302) 5 "-" "b""#
    }
    let (_, plan) = try draft(lines.joined(separator: "\n") + "\nother\n", "access.log")
    #expect(plan.parts.map(\.weight) == [20, 10])
    #expect(plan.parts.map(\.kind.path) == ["/r/x", "/slow?a=1"])
    #expect(plan.parts[0].kind.expected?.statuses == [302] && plan.arrivals.rate == 1)
  }

  @Test(arguments: ["", "{", "{}", "no log", #"{"log": {"entries": []}}"#])
  func `what holds no request is refused with a remedy`(text: String) throws {
    let file = try TemporaryFolder()
    let path = try file.write("input.txt", text)
    let outcome = growthloop("load", "--from", path)
    #expect(outcome.code == .badInput && outcome.complaints.contains("input.txt"))
  }
}
