import Invites
import GrowthloopFindings
import Profiles
@testable import GrowthloopLinkService
import TestSockets
import Testing
import Vocabulary
import GrowthloopTransport

@Suite("OpenAPI · the document and the service are one", .timeLimit(.minutes(60)))
struct OpenAPITests {
  @Test func `every operation is described, with each of its names`() throws {
    let service = try Service(Profile.rin.withRPCNames)
    defer { _ = try? service.server.stop() }
    let document = try service.call(.get, "/openapi.json").json
    #expect(document["openapi"] == "3.1.0")
    let paths = document["paths"]
    for operation in Operation.all(guardingMetrics: false).map(\.call) {
      for path in operation.paths {
        let entry = paths?[path]?[operation.method.rawValue.lowercased()]
        #expect(entry?["responses"]?["503"] != nil, "\(operation.name) at \(path)")
        #expect((entry?["security"] == nil) == (operation.access == .anybody))
      }
    }
  }

  @Test func `what comes as JSON is described as an object, the document itself among it`() {
    let document = OpenAPI.document(of: ServiceSettings(Profile.rin.withRPCNames))
    for operation in Operation.all(guardingMetrics: false).map(\.call) {
      let entry = document["paths"]?[operation.paths[0]]?[operation.method.rawValue.lowercased()]
      for answer in operation.answers {
        let content = entry?["responses"]?["\(answer.status)"]?["content"]
        guard let schema = content?["application/json"]?["schema"] else { continue }
        #expect(document.resolved(schema)["type"] == "object", "\(operation.name)")
      }
    }
  }

  @Test func `no two operations share a name, and every parameter stands in the path`() {
    let operations = (Operation.all(guardingMetrics: true) + Operation.ofEmailPage).map(\.call)
    #expect(Set(operations.map(\.name)).count == operations.count)
    for operation in operations {
      let wanted = operation.paths[0].split(separator: "/").count { $0.first == "{" }
      #expect(operation.parameters.count { $0.place == .path } == wanted, "\(operation.name)")
    }
  }

  @Test func `CNF-33 · rest: the service has no names but those of REST`() throws {
    let service = try Service(.product)
    defer { _ = try? service.server.stop() }
    let document = try service.call(.get, "/openapi.json").json
    #expect(document["paths"]?["/invites"]?["post"] != nil)
    #expect(document["paths"]?["/users/{id}/invites"]?["get"] != nil)
    for name in ["/invites/create", "/invites/status"] {
      #expect(document["paths"]?[name] == nil)
    }
    let create = try service.call(
      .post, "/invites/create", by: .user(.ann), body: [:], fields: ["Idempotency-Key": "k"])
    #expect(create.status == 405)
    // What is no other name is a code, and no invite has this one.
    #expect(try service.call(.get, "/invites/status", by: .user(.ann)).status == 404)
  }

  @Test func `CNF-33, D-DEP-09 · rest + rpc aliases: both calls of 003 are there, beside REST`()
    throws
  {
    let service = try Service(.design)
    defer { _ = try? service.server.stop() }
    let document = try service.call(.get, "/openapi.json").json
    for (name, method) in [("/invites/create", "post"), ("/invites/status", "get")] {
      #expect(document["paths"]?[name]?[method] != nil)
    }
    #expect(document["paths"]?["/invites"]?["post"] != nil)
    let created = try service.call(
      .post, "/invites/create", by: .user(.ann), body: [:], fields: ["Idempotency-Key": "k"])
    #expect(created.status == 201)
    let status = try service.call(.get, "/invites/status", by: .user(.ann))
    #expect(status.json["figures"]?.elements.isEmpty == false)
  }

  @Test func `P-EDG-14 · the page for email addresses is described where the profile has it`()
    throws
  {
    let document = OpenAPI.document(of: ServiceSettings(.product))
    let form = document["paths"]?["/android"]?["post"]
    let content = form?["requestBody"]?["content"]?["application/x-www-form-urlencoded"]
    let schema = content?["schema"].map(document.resolved)
    #expect(schema?["required"] == ["address"])
    #expect(schema?["properties"]?["consent"]?["enum"] == ["yes"])
    #expect(form?["responses"]?["429"]?["content"]?["text/html"] != nil)
    for profile in [Profile.rin, .design] {
      let paths = OpenAPI.document(of: ServiceSettings(profile))["paths"]
      #expect(paths?["/android"] == nil && paths?["/android/outbox"]?["get"] != nil)
    }
  }

  @Test(arguments: [Profile.rin.withRPCNames, .product, .design])
  func `each body and answer is described once, by its name, and only requests are closed`(
    profile: Profile
  ) throws {
    let document = OpenAPI.document(of: ServiceSettings(profile))
    let paths = try #require(document["paths"])
    #expect(!paths.holds("properties"), "what has members has a name")
    let schemas = try #require(document["components"]?["schemas"])
    for name in (paths.references + schemas.references) {
      #expect(schemas[name] != nil, "\(name) is described")
    }
    let create = paths["/invites"]?["post"]
    let created = create?["responses"]?["201"]
    #expect(created != nil && created?["content"] == create?["responses"]?["200"]?["content"])
    func isClosed(_ name: String) -> Bool { schemas[name]?["additionalProperties"] == false }
    let requests = Set(operations(of: paths).compactMap { $0["requestBody"] }.flatMap(\.references))
    for name in requests {
      #expect(isClosed(name), "\(name)")
    }
    let answers = operations(of: paths).compactMap { $0["responses"] }.flatMap(\.references)
    for name in Set(answers + schemas.references) where !requests.contains(name) {
      #expect(!isClosed(name) || name == "Device", "\(name)")
    }
  }

  private func operations(of paths: JSONValue) -> [JSONValue] {
    guard case .object(let paths) = paths else { return [] }
    return paths.values.flatMap { path -> [JSONValue] in
      guard case .object(let methods) = path else { return [] }
      return Array(methods.values)
    }
  }

  @Test func `the id of a user is described, and what is refused is told the form`() throws {
    let service = try Service()
    defer { _ = try? service.server.stop() }
    let document = JSONValue.object(try service.call(.get, "/openapi.json").json)
    let schema = document["components"]?["schemas"]?["UserID"]
    let pattern = try Regex(try #require(schema?["pattern"]?.text))
    for user in [0, 42, 1 << 62, UInt64.max] {
      #expect(OpaqueID(PrincipalID(rawValue: user)).text.wholeMatch(of: pattern) != nil)
    }
    let random = "7d444840-9dc0-41d1-b245-5ffdce74fad2"
    #expect(random.wholeMatch(of: pattern) == nil && schema?["format"] == nil)
    #expect(schema?["description"]?.text?.contains("No other UUID") == true)
    let refused = try service.call(
      .post, "/invites/deferred", by: .backend, body: ["user": .text(random), "device": [:]])
    #expect(refused.status == 422)
    #expect(refused.text.contains("00000000-0000-8000-8000-00000000002a for 42"))
  }

  @Test(arguments: ["/nowhere", "/users", "/invites/", "/%00"])
  func `where nothing is, that is what is said`(path: String) throws {
    let service = try Service()
    defer { _ = try? service.server.stop() }
    let answer = try service.call(.get, path)
    #expect([404, 405].contains(answer.status))
    #expect(answer.field("Content-Type") == "application/problem+json")
  }

  @Test func `a path says which methods it allows`() throws {
    let service = try Service()
    defer { _ = try? service.server.stop() }
    let refused = try service.call(.delete, "/invites")
    #expect(refused.status == 405)
    #expect(refused.field("Allow") == "POST, OPTIONS")
    #expect(try service.call(.options, "/invites").field("Allow") == "POST, OPTIONS")
  }
}

extension JSONValue {
  /// The schema that a reference leads to; any other is itself.
  fileprivate func resolved(_ schema: JSONValue) -> JSONValue {
    guard let name = schema.references.first, schema["$ref"] != nil else { return schema }
    return self["components"]?["schemas"]?[name] ?? schema
  }

  /// The names of all schemas that are referred to, at any depth.
  fileprivate var references: [String] {
    switch self {
    case .object(let members):
      let own = members["$ref"]?.text?.split(separator: "/").last.map { [String($0)] } ?? []
      return own + members.values.flatMap(\.references)
    case .array(let elements): return elements.flatMap(\.references)
    default: return []
    }
  }

  /// Whether an object has such a member, at any depth.
  fileprivate func holds(_ name: String) -> Bool {
    switch self {
    case .object(let members): members[name] != nil || members.values.contains { $0.holds(name) }
    case .array(let elements): elements.contains { $0.holds(name) }
    default: false
    }
  }
}
