import GrowthloopFindings
import Foundation
import GrowthloopLoadGenerator
import Testing
import Vocabulary

@testable import GrowthloopPlans

@Suite("Plans of load")
struct LoadPlanTests {
  private static let head = "plan: load\ntitle: x\n"
  private static let bundled = [
    "resolve-200ms.yaml", "flash-crowd.yaml", "mixed-day.yaml", "soak.yaml",
  ]

  private func read(
    _ text: String, beside files: [String: String] = [:]
  ) throws(DiagnosticList) -> ScenarioOutcome<LoadScenario> {
    try ScenarioReader(LoadScenario.self, loader: .memory(files))
      .read(SourceText(name: "plan.yaml", text: text))
  }

  private func mistakes(_ text: String, beside files: [String: String] = [:]) -> String {
    do throws(DiagnosticList) {
      return "\(try read(text, beside: files).warnings)"
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: bundled)
  func `a bundled plan reads without a doubt, and editors take it`(name: String) throws {
    let file = Bundled.folder.appending(path: "load/\(name)")
    #expect(SourceLoader.disk().planKind(file.path) == "load")
    let outcome = try ScenarioReader(LoadScenario.self, loader: .disk()).read(file: file.path)
    #expect(outcome.warnings.isEmpty)
    #expect(outcome.value.gates?.isEmpty == false && outcome.value.target == nil)
    let schema = JSONSchema.document(LoadScenario.self, titled: "x", meaning: "x")
    let source = SourceText(name: "plan", text: try Bundled.text("load/\(name)"))
    let node = try #require(YAMLReader.read(source, within: YAMLLimits(), noting: Findings()))
    #expect(SchemaCheck(root: schema).faults(in: node) == [])
  }

  @Test func `every mistake is told at once, each with its place`() {
    let text = mistakes(
      Self.head + """
        profile: rinn
        target: localhost:80
        length: 5
        arrivals: {rate: -1}
        mix: {landing: 3}
        gates:
          - p99 > 200ms
          - errors < 3
        limits: {connections: 0}
        """)
    for place in ["3:10", "4:9", "5:9", "6:18", "7:7", "9:5", "10:5", "11:23"] {
      #expect(text.contains("plan.yaml:\(place): error"), "\(place)")
    }
    #expect(text.contains("write http://localhost:80"))
    #expect(text.contains("write errors < 0.1%"))
  }

  @Test(arguments: [
    ("arrivals:\n  course: flashCrowd\n", "'arrivals.peak', by default none, must be given"),
    ("arrivals:\n  course: steps\n", "'arrivals.rates', by default [], must be given"),
    ("warmUp: 40s\n", "plan.yaml:3:9: error: 'warmUp' must be shorter than the plan"),
    ("gates: [landing p99 < 1s]\n", "plan.yaml:3:9: error: 'gates' has one about landing"),
    ("target: http://127.0.0.1\n", "plan.yaml:3:9: error: 'target' needs 'links.codes'"),
    ("mix: {landingTap: 0, paths: {healthz: 1}}\n", "must have a path that begins with '/'"),
    ("links: {unknown: 60%, deleted: 50%}\n", "beyond the whole"),
    ("links: {expired: 3%}\n", "warning: 'links.expired' has no effect"),
    ("flow: {pickerLoad: 99%}\n", "must not come further with every step"),
    (
      "arrivals: {course: spike, peak: 9, after: 29s, lasting: 2s}\n",
      "'arrivals' takes 31s, and the plan has 30s"
    ),
  ])
  func `what cannot hold together is refused where it stands`(text: String, complaint: String) {
    #expect(mistakes(Self.head + text).contains(complaint), "\(mistakes(Self.head + text))")
  }

  @Test func `six lines test an endpoint of one's own`() throws {
    let plan = try read(
      """
      plan: load
      title: Health
      target: http://127.0.0.1:8080
      requests: {health: GET /health}
      gates: [health p99 < 50ms]
      """)
    #expect(plan.warnings.isEmpty)
    let kinds = plan.value.parts.map(\.kind)
    #expect(kinds == [RequestKind("health", path: "/health")])
  }

  @Test func `a request has a method, header fields, a body and the right answers`() throws {
    let plan = try read(
      Self.head + """
        target: https://example.com/api
        requests:
          login:
            send: POST /session?kind=web
            weight: 3
            headers: {Accept: text/html, X-Trace: "{number}"}
            json: {email: a@b.c, age: 30, tags: [x, "1"], on: true, none: null}
            authorized: true
            connection: new
            expect: {status: [200, 201]}
          form: {send: PUT /form, form: {q: "a b&c=ä", id: "{number}"}, expect: {status: 302}}
          seldom: {send: /, weight: 0}
        """
    ).value
    #expect(plan.parts.map(\.weight) == [3, 1])
    let login = plan.parts[0].kind
    #expect(login.body == #"{"email":"a@b.c","age":30,"tags":["x","1"],"on":true,"none":null}"#)
    #expect(login.method == "POST" && login.path == "/session?kind=web" && login.isAuthorized)
    #expect(login.fields.map(\.name) == ["Accept", "X-Trace", "Content-Type"])
    #expect(login.expected?.statuses == [200, 201] && login.connection == .new)
    let form = plan.parts[1].kind
    #expect(form.body == "q=a+b%26c%3D%C3%A4&id={number}")
    #expect(form.fields.map(\.value) == ["application/x-www-form-urlencoded"])
    #expect(plan.problems.isEmpty)
  }

  @Test(arguments: [
    ("{a: GET health}", "3:15: error: 'requests.a' must be a request such as GET /health"),
    ("{a: get /health}", "write GET /health"),
    ("{a: 'GET http://x/y'}", "write the path alone; its host is the plan's target"),
    ("{a: {weight: 2}}", "'requests.a.send' is missing"),
    ("{a: {send: /, bdoy: x}}", "unknown key 'requests.a.bdoy'"),
    (
      "{a: {send: /, text: x, json: {}}}",
      "'requests.a' has more than one of json, form, text and file"
    ),
    ("{a: {send: /, headers: {Host: x}}}", "cannot set Host: every request has its own"),
    ("{a: {send: /, headers: {'A B': x}}}", "has a name that HTTP does not allow"),
    ("{a: {send: /, headers: {Authorization: x}}}", "warning: 'requests.a.headers' has a secret"),
    ("{a: {send: /, expect: {json: {state: x}}}}", "no JSON pointer"),
    ("{a: {send: /, expect: {json: {/state: [x]}}}}", "write {like: \"inv-*\"}"),
    ("{a: {send: /, expect: {size: 1kB}}}", "write < 1kB; the units are B, kB and MB"),
    ("{a: {send: /, expect: {time: fast}}}", "'requests.a.expect.time' must be a limit such as"),
    ("{a: {send: /, expect: {headers: {'A B': x}}}}", "has a name that HTTP does not allow"),
    ("{a: {send: /, expect: {status: 99}}}", "must be a whole number from 100 to 599"),
    ("{a: {send: /, weight: 0}}", "must have at least one kind of request"),
    ("{a: {send: '/{code}'}}", "needs 'links.codes'"), ("{events: GET /}", "cannot have the name"),
    ("{'1': GET /}", "begin with a letter"),
  ])
  func `a request that cannot be sent is refused where it stands`(text: String, words: String) {
    let told = mistakes(Self.head + "requests: \(text)\ntarget: http://127.0.0.1\n")
    #expect(told.contains(words), "\(told)")
  }

  @Test func `an answer is expected by its fields, its text, its values, its size and its time`()
    throws
  {
    let plan = try read(
      Self.head + """
        target: http://127.0.0.1:8080
        requests:
          state:
            send: GET /state
            expect:
              status: 200
              headers: {Content-Type: {like: application/json*}, X-Count: 3}
              contains: accepted
              json: {/state: accepted, /items/0/n: 2.5, /id: {like: "inv-*"}, /open: true, /x: "1"}
              size: < 1kB
              time: < 300ms
        """
    ).value
    let checks = plan.parts[0].kind.checks
    let json = { try #require(JSONPointer($0)) }
    #expect(
      checks == [
        .header("Content-Type", .like("application/json*")), .header("X-Count", .text("3")),
        .contains("accepted"), .json(try json("/state"), .text("accepted")),
        .json(try json("/items/0/n"), .number(2.5)), .json(try json("/id"), .like("inv-*")),
        .json(try json("/open"), .word("true")), .json(try json("/x"), .text("1")),
        .size(below: 1_000), .time(below: .milliseconds(300)),
      ])
    #expect(plan.writtenKeys.contains { $0.value.contains("< 300ms") })
  }

  @Test func `a journey has steps, values, cookies and time to think`() throws {
    let plan = try read(
      Self.head + """
        target: http://127.0.0.1:8080
        values: {id: uuid, item: integer 1..9, product: zipf 10 by 1.5}
        requests:
          health: GET /health
          invite:
            weight: 3
            steps:
              login:
                send: POST /session
                json: {email: "{item}@x"}
                extract: {token: json /token, form: {after: "value='", before: "'"}}
              create: {send: POST /invites, bearer: "{token}", text: "{id}", query: {q: "{form} ä"},
                think: 2s, timeout: 1s, redirects: followed, extract: {link: header Location}}
              tap: GET {link}
        gates: [tap p99 < 1s, login errors < 1%]
        """
    ).value
    #expect(plan.problems.isEmpty && plan.parts.map(\.weight) == [1, 3])
    let kinds = plan.parts[1].kinds
    #expect(kinds.map(\.name) == ["login", "create", "tap"])
    #expect(kinds.allSatisfy(\.keepsCookies) && !plan.parts[0].kind.keepsCookies)
    #expect(kinds[1].path == "/invites?q={form}+%C3%A4" && kinds[1].follows)
    #expect(kinds[1].fields.first == .init("Authorization", "Bearer {token}"))
    #expect(kinds[1].think == .seconds(2) && kinds[1].timeout == .seconds(1))
    #expect(kinds[0].extracts.map(\.name) == ["token", "form"] && kinds[2].path == "{link}")
    #expect(plan.writtenKeys.contains { $0.value.contains("integer 1..9") })
  }

  @Test(arguments: [
    ("{a: {steps: {}}}", "must be from 1 to 100 requests"),
    ("{a: {steps: {b: GET /, c: 'GET {b}'}}}", "asks for '{b}', which nothing fills"),
    ("{a: {steps: {b: {send: GET /, weight: 2}}}}", "the journey has one for all"),
    ("{a: {steps: {b: {send: GET /, think: 1s}}}}", "arrivals plan the first step"),
    (
      "{a: {steps: {b: GET /, c: {send: GET /, think: 1m}}}}",
      "limits.overtime must be above 60.0 seconds"
    ),
    ("{a: {steps: {b: GET /}}, b: GET /}", "must not have two kinds of the same name"),
    ("{a: {steps: {b: {send: GET /, extract: {t: token}}}}}", "write json /token"),
    ("{a: {send: GET /, credential: basic x}}", "write basic SHOP_LOGIN"),
    ("{a: {send: GET /, bearer: x, authorized: true}}", "has more than one of bearer"),
    ("{a: {send: GET /, file: x.txt}}", "'requests.a.file' cannot be read"),
    ("{a: GET /}\nvalues: {x: integer 9..1}", "write integer 1..100"),
    ("{a: GET /}\nvalues: {x: rows of x.csv}", "write rows of x.csv in order, at random or once"),
    ("{a: GET /}\nvalues: {x: rows of x.csv once}", "'values.x' cannot be read"),
  ])
  func `a journey that cannot be made is refused where it stands`(text: String, words: String) {
    let told = mistakes(Self.head + "requests: \(text)\ntarget: http://127.0.0.1\n")
    #expect(told.contains(words), "\(told)")
  }

  @Test func `a mistake about a request or a gate is told where that stands`() {
    let told = mistakes(
      Self.head
        + """
        target: http://127.0.0.1
        requests:
          a: GET /
          j:
            steps:
              one: GET /
              two: GET /{y}
        gates: [p99 < 1s, tw p99 < 1s]

        """)
    #expect(
      told.contains("plan.yaml:9:7: error: 'requests' cannot be: 'two' asks for"), "\(told)")
    #expect(told.contains("plan.yaml:10:19: error: 'gates' has one about tw"), "\(told)")
  }

  @Test func `how a target is encrypted is part of the plan`() throws {
    let target = "target: https://127.0.0.1\n"
    let requests = "requests: {a: GET /}\n"
    let keys = "tls: {verify: false, resume: true, certificate: c.pem, key: k.pem, serverName: x}\n"
    let files = ["c.pem": "", "k.pem": ""]
    let plan = try read(Self.head + target + keys + requests, beside: files).value
    let written = Dictionary(
      plan.writtenKeys.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    #expect(written["tls.verify"] == "false" && written["tls.resume"] == "true")
    #expect(written["tls.certificate"] == "c.pem" && written["tls.key"] == "k.pem")
    #expect(written["tls.serverName"] == "x")
    let alone = mistakes(Self.head + target + "tls: {key: k.pem}\n", beside: files)
    #expect(alone.contains("plan.yaml:4:12: error: 'tls.key' needs a certificate"), "\(alone)")
    let none = mistakes(Self.head + target + "tls: {certificate: no.pem}\n")
    #expect(none.contains("plan.yaml:4:20: error: 'tls.certificate' cannot be read"), "\(none)")
    _ = try read(Self.head + "target: unix:/run/a.sock\n" + requests)
    let wrong = mistakes(Self.head + "target: unix:run\n")
    #expect(wrong.contains("write unix:/run/app.sock"), "\(wrong)")
  }

  @Test func `a plan asks in HTTP/2, over few connections unless each request has its own`() throws
  {
    let target = "protocol: http2\ntarget: http://127.0.0.1\n"
    let shared = try read(Self.head + target + "requests: {a: GET /}\n").value
    let limits = shared.loadLimits
    #expect(limits.connections == 8 && limits.streams == 100)
    let plan = shared.plan(
      against: LoadTarget(host: "127.0.0.1"), KnownLinks(known: [], people: []))
    #expect(plan.requestsAtOnce == 800)
    let own = try read(
      Self.head + target + "requests: {a: {send: GET /, connection: new}, b: GET /}\n"
    ).value
    #expect(own.loadLimits.connections == 256)
    let chosen = try read(
      Self.head + target + "requests: {a: GET /}\nlimits: {connections: 3, streams: 7}\n"
    ).value
    #expect(chosen.loadLimits.connections == 3 && chosen.loadLimits.streams == 7)
    let plain = try read(Self.head + "target: http://127.0.0.1\nrequests: {a: GET /}\n").value
    #expect(plain.loadLimits.connections == 256)
  }

  @Test func `what HTTP/2 cannot be is refused at its place`() {
    let own = mistakes(Self.head + "protocol: http2\n")
    #expect(own.contains("plan.yaml:3:11: error: 'protocol' needs a target"), "\(own)")
    let unknown = mistakes(Self.head + "protocol: http3\ntarget: http://127.0.0.1\n")
    #expect(unknown.contains("plan.yaml:3:11: error: 'protocol' must be"), "\(unknown)")
    let many = mistakes(
      Self.head + "protocol: http2\ntarget: http://127.0.0.1\nrequests: {a: GET /}\n"
        + "limits: {connections: 1000, streams: 2000}\n")
    #expect(many.contains("with 1000 connections at most 1000, not 2000"), "\(many)")
  }

  @Test func `requests of one's own need a target, and stand in place of the mix`() {
    #expect(mistakes(Self.head + "requests: {a: GET /}\n").contains("need a target"))
    let both = "requests: {a: GET /}\nmix: {accept: 1}\ntarget: http://127.0.0.1\n"
    #expect(mistakes(Self.head + both).contains("'mix' is not asked where there are requests"))
  }

  @Test func `a trace is read from a file beside the plan, and its mistakes have places there`()
    throws
  {
    let text = Self.head + "arrivals: {course: recorded, trace: times.txt}\nwarmUp: 0s\n"
    let plan = try read(text, beside: ["times.txt": "3.5\n1\n\n2\n"]).value
    #expect(plan.arrivals.trace?.nanoseconds == [0, 1_000_000_000, 2_500_000_000])
    #expect(mistakes(text, beside: ["times.txt": "1\nx\n"]).contains("times.txt:2:1: error"))
    #expect(mistakes(text, beside: ["times.txt": "\n"]).contains("there are no moments"))
    #expect(mistakes(text).contains("'arrivals.trace' cannot be read"))
    let long = mistakes(text, beside: ["times.txt": "0\n700_000\n".replacing("_", with: "")])
    #expect(long.contains("plan.yaml:3:11: error: 'arrivals' comes to 700000.0 seconds"), "\(long)")
  }

  @Test func `an option that stands for a key is named in its own words`() {
    let target = ScenarioOverride("target", to: "http://u@a", option: "--target")
    #expect(throws: DiagnosticList.self) {
      do {
        _ = try ScenarioReader(LoadScenario.self, loader: .memory([:]))
          .read(SourceText(name: "plan.yaml", text: Self.head), overrides: [target])
      } catch {
        #expect("\(error)".hasPrefix("--target http://u@a: error: 'target' must be an address"))
        #expect("\(error)".contains("\n         ^ write scheme, host, port and path"))
        throw error
      }
    }
  }

  @Test func `a plan tells all its keys with what holds`() throws {
    let plan = try read(Self.head + "arrivals: {rate: 20}\nclosedLoop: {users: 3}\n").value
    let keys = plan.writtenKeys
    func value(_ name: String) -> String? { keys.first { $0.name == name }?.value }
    #expect(value("arrivals.rate") == "20" && value("arrivals.peak") == "none")
    #expect(value("closedLoop.users") == "3" && value("links.count") == "10_000")
    #expect(value("closedLoop") == nil && value("title") == nil && value("settings") == nil)
    #expect(try read(Self.head).value.writtenKeys.contains { $0.name == "closedLoop" })
  }

  @Test(arguments: [
    "profile: product", "mix: {landingTapKept: 1, dashboard: 0}",
    "closedLoop: {users: 3}\nlinks: {count: 50, exponent: 0.5}\ngates: [create p95 < 1s]",
    "target: http://a\nrequests: {buy: {weight: 2, cookies: cleared, steps: {login: {send: POST /in, form: {a: b}}, pay: /pay}}}",
  ])
  func `a plan that is written out asks the same, request by request`(_ keys: String) throws {
    let plan = try read("\(Self.head)\(keys)\n").value
    let written = try read(plan.writtenOut).value
    #expect(written.parts == plan.parts && !written.requests.isEmpty)
    #expect(written.gatesInForce == plan.gatesInForce)
    #expect(written.closedLoop == plan.closedLoop)
    #expect(written.writtenOut == plan.writtenOut)
  }

  @Test
  func `plain paths have names, and uploads and events are left to a service of the plan's own`()
    throws
  {
    let plan = try read(
      Self.head + "mix: {contactUpload: 2, paths: {/a/b: 3}}\ngates: [events max < 1h, p99 < 1s]\n"
    ).value
    let written = try read(plan.writtenOut).value
    let names = written.requests.map(\.name)
    #expect(names.contains("get a-b") && !names.contains("contactUpload"))
    #expect(written.gates?.map(\.description) == ["p99 < 1s"])
  }

  @Test func `the reference page reads as the defaults`() throws {
    let plan = try read(Self.head + ReferencePage.text(of: LoadScenario.self)).value
    var expected = LoadScenario()
    expected.title = "x"
    #expect(plan == expected)
  }
}
