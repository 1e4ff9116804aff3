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
    status: Int = 200, answer: String = "", mime: String = "text/html", location: String = ""
  ) -> JSONValue {
    let fields: [JSONValue] = [
      ["name": "Cookie", "value": .text(cookie)], ["name": "Content-Type", "value": .text(type)],
      ["name": "Accept", "value": "*/*"],
    ]
    return [
      "request": [
        "method": .text(method), "url": .text(url), "headers": .array(fields),
        "postData": ["text": .text(body)],
      ],
      "response": [
        "status": .integer(Int64(status)),
        "headers": .array([["name": "Location", "value": .text(location)]]),
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
    #expect(plan.target?.description == site && !text.contains("Cookie") && !text.contains("ads"))
    let kinds = plan.parts[0].kinds
    #expect(
      kinds.map(\.name) == ["get login", "post login", "post api session", "post api orders"])
    #expect(kinds[0].extracts.map(\.name) == ["value"])
    #expect(kinds[1].body == "csrf={value}&user=ann")
    #expect(kinds[1].expected?.statuses == [303] && kinds.allSatisfy(\.keepsCookies))
    #expect(kinds[2].extracts.map(\.name) == ["token"])
    #expect(kinds[3].path == "/api/orders?t={token}")
    #expect(kinds[3].body == #"{"token":"{token}","n":1}"#)
    #expect(!text.contains("Zm9v") && !text.contains("eyJ"))
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
