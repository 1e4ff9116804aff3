import Foundation
import GrowthloopTransport
import Statistics
import TestSupport
import Testing

@testable import GrowthloopLoadGenerator

@Suite("Journeys · several steps of one user", .timeLimit(.minutes(60)))
struct JourneyTests {
  private static func answer(
    _ status: String = "200 OK", _ fields: [String] = [], _ body: String = ""
  ) -> String {
    (["HTTP/1.1 \(status)", "Connection: close", "Content-Length: \(body.utf8.count)"] + fields)
      .joined(separator: "\r\n") + "\r\n\r\n" + body
  }

  /// Runs `count` journeys of some steps, ten milliseconds apart.
  private func run(
    _ steps: [RequestKind], _ count: Int = 3, values: [PlanValue] = [],
    _ change: (inout LoadPlan) -> Void = { _ in },
    against answer: @escaping @Sendable (String) -> String
  ) throws -> (record: LoadRecord, requests: [String]) {
    var outcome: (LoadRecord, [String])?
    for engine in EngineChoice.here {
      outcome = try run(steps, count, values: values, by: engine, change, against: answer)
    }
    return try #require(outcome)
  }

  private func run(
    _ steps: [RequestKind], _ count: Int, values: [PlanValue], by engine: EngineChoice,
    _ change: (inout LoadPlan) -> Void, against answer: @escaping @Sendable (String) -> String
  ) throws -> (record: LoadRecord, requests: [String]) {
    let server = try AnsweringServer(answer)
    defer { server.stop() }
    var mix = TrafficMix([.init(steps[0], steps: Array(steps.dropFirst()))])
    mix.values = values
    var plan = LoadPlan(
      LoadTarget(host: "127.0.0.1", port: server.address.port),
      .open(.recorded((0..<count).map { Int64($0) * 10_000_000 })), mix)
    plan.limits.engine = engine
    change(&plan)
    let record = try LoadRun(plan).run()
    for kind in record.kinds { #expect(kind.counts.isBalanced, "\(kind.name)") }
    return (record, server.requests)
  }

  private static func step(
    _ name: String, _ method: String = "GET", _ path: String, body: String? = nil,
    _ change: (inout RequestKind) -> Void = { _ in }
  ) -> RequestKind {
    var kind = RequestKind(name, method: method, path: path, body: body)
    change(&kind)
    return kind
  }

  @Test func `a step sends what the one before it was given`() throws {
    let login = Self.step("login", "POST", "/session", body: #"{"n":"{number}"}"#) {
      $0.extracts = [
        Extraction("token", .json(JSONPointer("/token")!)),
        Extraction("form", .between("name=csrf value='", "'")),
      ]
      $0.bodyEncoding = .json
    }
    let create = Self.step("create", "POST", "/invites?from={form}", body: #"{"t":"{token}"}"#) {
      $0.fields = [.init("Authorization", "Bearer {token}")]
      $0.extracts = [Extraction("link", .header("Location"))]
      $0.bodyEncoding = .json
    }
    let tap = Self.step("tap", "GET", "{link}")
    let (record, requests) = try run([login, create, tap], 1) { request in
      if request.hasPrefix("POST /session") {
        return Self.answer(
          "200 OK", [], #"{"token":"a\"b\u00e4","html":"<input name=csrf value='x y'>"}"#)
      }
      return Self.answer("201 Created", ["location: http://elsewhere:1/r/7?a=b#c"])
    }
    #expect(record.counts.errors == 0 && record.kinds.map(\.counts.answered) == [1, 1, 1])
    #expect(requests[0].contains("Content-Length: 20\r\n\r\n{\"n\":\"000100000000\"}"))
    #expect(requests[1].hasPrefix("POST /invites?from=x%20y HTTP/1.1\r\n"))
    #expect(requests[1].contains("Authorization: Bearer a\"bä\r\n"))
    #expect(requests[1].hasSuffix("Content-Length: 14\r\n\r\n{\"t\":\"a\\\"bä\"}"))
    #expect(requests[2].hasPrefix("GET /r/7?a=b HTTP/1.1\r\n"))
  }

  @Test func `behind a failed step the rest is not reached`() throws {
    let steps = ["one", "two", "three"].map { name in
      Self.step(name, "GET", "/\(name)") {
        $0.extracts = [Extraction(name, .json(JSONPointer("/a")!))]
      }
    }
    let (record, _) = try run(steps) { request in
      // The second user's second step has no value; the third is refused at once.
      Self.answer("200 OK", [], request.contains("/two") ? "{}" : #"{"a":1}"#)
    }
    #expect(record.kinds.map(\.counts.planned) == [3, 3, 0])
    #expect(record.kinds.map(\.counts.unreached) == [0, 0, 3])
    #expect(record.kinds[1].counts.unmet.named == ["extract two": 3])
    let (refused, _) = try run(steps) { _ in Self.answer("500 Oh") }
    #expect(refused.kinds.map(\.counts.unreached) == [0, 3, 3])
    #expect(refused.counts.planned == 3 && refused.counts.unwanted == 3)
    let (broken, _) = try run(steps) { _ in "nonsense" }
    #expect(broken.counts[.malformed] == 3 && broken.counts.unreached == 6)
  }

  @Test func `a later step is planned at the end of the one before and the time to think`() throws {
    let steps = [
      Self.step("one", "GET", "/one"),
      Self.step("two", "GET", "/two") { $0.think = .milliseconds(150) },
    ]
    let (record, _) = try run(steps) { _ in Self.answer() }
    let two = record.kinds[1]
    #expect(two.counts.answered == 3 && record.elapsed >= .milliseconds(150))
    // The time to think is not the service's.
    let longest = try #require(two.latencies.response.max)
    #expect(longest < 100_000_000 || record.elapsed > .seconds(1))
    #expect(record.health.due <= record.health.sent + 3)
  }

  @Test func `cookies are kept from step to step, changed and forgotten`() throws {
    let steps = ["one", "two", "three", "four"].map { name in
      Self.step(name, "GET", "/\(name)") { $0.keepsCookies = true }
    }
    let (_, requests) = try run(steps, 2) { request in
      if request.contains("/one") {
        return Self.answer("200 OK", ["Set-Cookie: a=1; Path=/", "set-cookie: b=2; HttpOnly"])
      }
      return request.contains("/two")
        ? Self.answer(
          "200 OK", ["Set-Cookie: a=; Max-Age=0", "Set-Cookie: c=3", "Set-Cookie: b=4"])
        : Self.answer()
    }
    func cookie(_ name: String) -> [String?] {
      requests.filter { $0.contains("/\(name)") }.map { request in
        request.split(separator: "\r\n").first { $0.hasPrefix("Cookie: ") }.map { String($0) }
      }
    }
    #expect(cookie("one") == [nil, nil])
    #expect(cookie("two") == ["Cookie: a=1; b=2", "Cookie: a=1; b=2"])
    #expect(cookie("three") == ["Cookie: c=3; b=4", "Cookie: c=3; b=4"])
    #expect(cookie("four") == cookie("three"))
  }

  @Test func `a cookie's value is sent by a later step, beside the cookies that are kept`() throws {
    var take = Self.step("take", "GET", "/take") { $0.keepsCookies = true }
    take.extracts = [
      Extraction("raw", .cookie("t", isDecoded: false)),
      Extraction("plain", .cookie("t", isDecoded: true)),
    ]
    let send = Self.step("send", "GET", "/send") {
      $0.keepsCookies = true
      $0.fields = [.init("Cookie", "own={raw}"), .init("X-Token", "{plain}")]
    }
    let (record, requests) = try run([take, send], 1) { request in
      Self.answer("200 OK", request.contains("/take") ? ["Set-Cookie: t=a%2Bb%; Path=/"] : [])
    }
    #expect(record.kinds[1].counts.answered == 1)
    let sent = try #require(requests.first { $0.contains("/send") }).split(separator: "\r\n")
    #expect(sent.contains("Cookie: own=a%2Bb%; t=a%2Bb%") && sent.contains("X-Token: a+b%"))
  }

  @Test func `a redirect is the answer, or is followed as one step`() throws {
    @Sendable func serve(_ request: String) -> String {
      if request.contains(" /old ") { return Self.answer("302 Found", ["Location: /new?x=1"]) }
      if request.contains(" /round ") { return Self.answer("307 Again", ["Location: /round"]) }
      return Self.answer("200 OK", [], "here")
    }
    let old = Self.step("old", "POST", "/old", body: "text") { $0.expected = StatusSet([302]) }
    #expect(try run([old], against: serve).record.counts.errors == 0)
    let followed = Self.step("old", "POST", "/old", body: "text") {
      ($0.follows, $0.checks) = (true, [.contains("here")])
    }
    let (record, requests) = try run([followed], 1, against: serve)
    #expect(record.counts.planned == 1 && record.counts.errors == 0)
    #expect(record.counts.statuses.named == ["200": 1])
    #expect(requests.map { $0.prefix { $0 != "H" } } == ["POST /old ", "GET /new?x=1 "])
    let round = Self.step("round", "PUT", "/round", body: "text") {
      ($0.follows, $0.expected) = (true, StatusSet([200]))
    }
    let (ended, hops) = try run([round], 1, against: serve)
    #expect(ended.counts.unwantedStatuses.named == ["307": 1] && hops.count == 11)
    #expect(hops.allSatisfy { $0.hasPrefix("PUT /round ") && $0.hasSuffix("text") })
  }

  @Test func `each request has a time limit of its own`() throws {
    let server = try ScriptedServer(.delay(.milliseconds(300)))
    defer { server.stop() }
    var short = RequestKind.get("/short")
    short.timeout = .milliseconds(50)
    let record = try LoadRun(
      LoadPlan(
        LoadTarget(host: "127.0.0.1", port: server.address.port),
        .open(.constant(1_000, for: .milliseconds(50), spacing: .even)),
        TrafficMix([.init(.get("/long")), .init(short)]))
    ).run()
    #expect(record.kinds[0].counts[.timeout] == 0 && record.kinds[0].counts.answered > 5)
    #expect(record.kinds[1].counts[.timeout] == record.kinds[1].counts.planned)
  }

  @Test func `users of a closed loop ask again after the last step`() throws {
    let steps = [Self.step("one", "GET", "/one"), Self.step("two", "GET", "/two")]
    let (record, requests) = try run(steps) { plan in
      plan.loop = .closed(users: 1, pause: .zero, length: .milliseconds(100))
    } against: { _ in
      Self.answer()
    }
    #expect(record.kinds[0].counts.planned > 3)
    let names = requests.map { $0.dropFirst(5).prefix(3) }
    #expect(zip(names, names.dropFirst()).allSatisfy { $0 != $1 })
  }

  @Test func `credentials are sent, and stand in no description`() throws {
    let signed = Self.step("signed", "POST", "/s", body: "what do ya want for nothing?") {
      $0.credential = .hmac("KEY", header: "X-Signature")
    }
    let basic = Self.step("basic", "GET", "/b") { $0.credential = .basic("LOGIN") }
    let (record, requests) = try run([signed, basic], 1) {
      $0.target.credentials = ["KEY": "Jefe", "LOGIN": "Aladdin:open sesame"]
    } against: { _ in
      Self.answer()
    }
    // RFC 4231, test case 2, and RFC 7617, section 2.
    let code = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
    #expect(requests[0].contains("X-Signature: \(code)\r\n"))
    #expect(requests[1].contains("Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==\r\n"))
    #expect(!"\(record.plan.target)".contains("sesame"))
    // An answer that shows what it was sent.
    let (echoed, _) = try run([basic], 1) {
      $0.target.credentials = ["LOGIN": "Aladdin:open sesame"]
    } against: {
      Self.answer("500 Oh", [], "open sesame? \($0.suffix(60))")
    }
    let shown = try #require(echoed.kinds[0].unexpected.first?.beginning)
    #expect(!shown.contains("QWxhZGRp") && shown.contains("Basic …"), "\(shown)")
  }

  @Test func `whatever a value holds, a request stays one request`() throws {
    var chance = SystemRandomNumberGenerator()
    let variables = PlanVariables(
      TrafficMix([
        .init(Self.step("a", "GET", "/") { $0.extracts = [Extraction("x", .header("X"))] })
      ]), seed: 1)
    for _ in 0..<300 {
      var user = VirtualUser()
      user.begin(DrawnRequest(kind: 0, code: 0, standing: .known, person: 0), number: 7, values: 1)
      let value = (0..<Int.random(in: 0..<20)).map { _ in UInt8.random(in: 0...255, using: &chance)
      }
      user.keep(value.span, at: 0)
      let kind = Self.step(
        "b", "POST", ["/p/{x}?q={x}", "{x}"].randomElement()!, body: "{\"{x}\":{}}"
      ) {
        $0.fields = [.init("X-Value", "{x}")]
        $0.bodyEncoding = [.json, .form, .plain].randomElement()!
        $0.extracts = [Extraction("x", .header("X"))]
      }
      let template = RequestTemplate(TrafficMix(kind), to: LoadTarget(host: "h"))
      #expect(template.areFilled == [true] && variables.keptPlace("x") == 0)
      var text: [UInt8] = [1, 2, 3]
      template.fill(0, of: user, isHop: false, to: &text)
      let place = text.span.place(of: Array("\r\n\r\n".utf8))
      let end = try #require(place)
      let lines = text[..<end].split(separator: 10)
      #expect(lines.count == 4 && lines[0].split(separator: 32).count == 3)
      #expect(lines[3].starts(with: "Content-Length: \(text.count - end - 4)".utf8))
    }
  }
}

@Suite("Values · what fills requests", .timeLimit(.minutes(60)))
struct PlanValueTests {
  private func file(_ text: String, _ name: String = "rows.csv") throws -> RowFile {
    let path = "\(NSTemporaryDirectory())/\(UUID().uuidString)-\(name)"
    try Data(text.utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try RowFile(path, called: name)
  }

  private func row(_ file: RowFile, _ row: Int) -> [String] {
    file.columns.indices.map { column in
      var value: [UInt8] = []
      file.append(column: column, ofRow: row, to: &value)
      return String(decoding: value, as: UTF8.self)
    }
  }

  @Test func `rows are read with their quotation marks, line ends and empty lines`() throws {
    let rows = try file(
      "name, age\r\nann,3\r\n\r\n\"b, \"\"ob\"\"\nx\",\r\n\nlast\n,5,too many")
    #expect(rows.columns == ["name", "age"] && rows.count == 4)
    #expect(
      (0..<4).map { row(rows, $0) } == [
        ["ann", "3"], ["b, \"ob\"\nx", ""], ["last", ""], ["", "5"],
      ])
    let lines = try file(#"{"a":"x\n","b/c":[1]}"# + "\n\n" + #"{"b/c":null,"a":2}"#, "rows.jsonl")
    #expect(lines.columns == ["a", "b/c"] && row(lines, 0) == ["x\n", "[1]"])
    #expect(lines.count == 2 && row(lines, 1) == ["2", "null"])
  }

  @Test(arguments: [
    ("", "rows.csv"), ("a,a\n1,2", "rows.csv"), ("a,\n1,2", "rows.csv"),
    ("a,b\n", "rows.csv"), ("[1]", "rows.jsonl"),
  ])
  func `a file without rows or names is unfit`(text: String, name: String) {
    #expect(throws: RowFile.Unfit.self) { try file(text, name) }
  }

  @Test func `every row is found by the sparse index`() throws {
    var chance = SystemRandomNumberGenerator()
    for _ in 0..<40 {
      let count = Int.random(in: 1..<100, using: &chance)
      let cells = (0..<count).map { _ in
        (0..<3).map { _ in
          String((0..<Int.random(in: 0..<6)).map { _ in "ab\",\n ä".randomElement()! })
        }
      }
      let text = cells.map { row in
        row.map { "\"\($0.replacing("\"", with: "\"\""))\"" }.joined(separator: ",")
          + (Bool.random(using: &chance) ? "\r\n" : "\n\n")
      }.joined()
      let rows = try file("a,b,c\n" + text)
      #expect(rows.count == count)
      for place in 0..<count { #expect(row(rows, place) == cells[place], "\(text)") }
    }
  }

  private func drawn(_ source: PlanValue.Source, _ count: Int, seed: UInt64 = 1) -> [String] {
    var mix = TrafficMix(RequestKind.get("/"))
    mix.values = [PlanValue("x", source)]
    let variables = PlanVariables(mix, seed: seed)
    return (0..<count).map { number in
      var value: [UInt8] = []
      variables.append(0, number: number, of: VirtualUser(), to: &value)
      return String(decoding: value, as: UTF8.self)
    }
  }

  @Test func `values are drawn from the seed and the number of the request`() throws {
    let numbers = drawn(.integer(-1...2), 4_000).compactMap(Int.init)
    for value in -1...2 { #expect(abs(numbers.count { $0 == value } - 1_000) < 4 * 28) }
    #expect(drawn(.integer(-1...2), 9) == drawn(.integer(-1...2), 9))
    #expect(drawn(.integer(0...1_000), 9) != drawn(.integer(0...1_000), 9, seed: 2))
    let ranks = drawn(.zipf(count: 2, exponent: 1), 3_000).compactMap(Int.init)
    #expect(abs(ranks.count { $0 == 1 } - 2_000) < 4 * 26)
    let ids = drawn(.uuid, 1_000)
    #expect(Set(ids).count == 1_000 && ids.allSatisfy { UUID(uuidString: $0) != nil })
    #expect(ids.allSatisfy { Array($0)[14] == "4" && "89ab".contains(Array($0)[19]) })
    #expect(drawn(.time(0...0), 1) == ["1970-01-01T00:00:00Z"])
    let rows = try file("a\n1\n2\n3")
    #expect(drawn(.rows(rows, .inOrder), 5) == ["1", "2", "3", "1", "2"])
    #expect(Set(drawn(.rows(rows, .random), 50)) == ["1", "2", "3"])
  }

  @Test func `rows that are used once are counted before the first request`() throws {
    let rows = try file("a\n" + String(repeating: "x\n", count: 10))
    func problems(_ rate: Double) -> [PlanProblem] {
      var mix = TrafficMix(RequestKind.get("/{x.a}"))
      mix.values = [PlanValue("x", .rows(rows, .once))]
      return LoadPlan(
        LoadTarget(host: "h"), .open(.constant(rate, for: .seconds(1), spacing: .even)), mix
      ).problems()
    }
    #expect(problems(10).isEmpty)
    #expect(
      problems(11).map(\.description) == [
        "values needs 11 rows of rows.csv, used once, which has 10"
      ])
  }
}
