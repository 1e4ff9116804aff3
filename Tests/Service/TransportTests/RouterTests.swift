import Testing
import GrowthloopTransport

@Suite("WebServer · routes", .timeLimit(.minutes(60)))
struct RouterTests {
  private let handlers: [(method: WebMethod, pattern: String, name: String)] = [
    (.get, "/invite/{code}", "page"),
    (.get, "/users/{id}/invites", "list"),
    (.get, "/users/{id}/friends/{friend}", "friend"),
    (.delete, "/users/{id}", "erase"),
    (.get, "/users/{id}", "show"),
    (.post, "/invites", "create"),
    (.get, "/", "root"),
  ]
  private let router: Router

  init() {
    var router = Router()
    for (number, handler) in handlers.enumerated() {
      router.add(handler.method, handler.pattern, number)
    }
    self.router = router
  }

  private func route(_ method: WebMethod, _ target: String) -> String {
    switch router.route(method, RequestTarget(Array(target.utf8))) {
    case .found(let number, let parameters):
      ([handlers[number].name] + (0..<parameters.count).map { parameters[$0] })
        .joined(separator: " ")
    case .notFound: "not found"
    case .methodNotAllowed(let allow): "allowed: \(allow)"
    case .options(let allow): "options: \(allow)"
    case .malformed: "malformed"
    }
  }

  @Test(arguments: [
    ("/invite/ABC", "page ABC"), ("/invite/ABC?x=/y", "page ABC"), ("/", "root"),
    ("/users/7/invites", "list 7"), ("/users/7", "show 7"),
    ("/users/7/friends/8", "friend 7 8"), ("/invite/a%2Fb", "page a/b"),
    ("/invite/%C3%A9", "page é"),
  ])
  func `a path finds its handler and what it left open`(_ path: String, _ found: String) {
    #expect(route(.get, path) == found)
  }

  @Test(arguments: [
    "/invite", "/invite/", "/invite/a/", "/invite/a/b", "//invite/a", "/users//invites", "*",
    "/Invite/a", "/invitex/a", "/%69nvite/a",
  ])
  func `a path of another form finds no handler`(_ path: String) {
    #expect(route(.get, path) == "not found")
  }

  @Test(arguments: ["/invite/%", "/invite/%4", "/invite/%zz", "/invite/%FF", "/invite/%C3"])
  func `a parameter that is no UTF-8 is malformed`(_ path: String) {
    #expect(route(.get, path) == "malformed")
  }

  @Test func `HEAD is answered by what answers GET`() {
    #expect(route(.head, "/invite/ABC") == "page ABC")
  }

  @Test func `another method gets the allowed ones`() {
    #expect(route(.post, "/users/7") == "allowed: GET, HEAD, DELETE, OPTIONS")
    #expect(route(.get, "/invites") == "allowed: POST, OPTIONS")
    #expect(route(.options, "/invites") == "options: POST, OPTIONS")
  }

  @Test func `values of a query are decoded, and found in their order`() {
    let target: RequestTarget = "/a?x=1&y=%C3%A9+b&x=2&z&=3"
    #expect(target.queryValues(of: "x") == ["1", "2"])
    #expect(target.queryValues(of: "y") == ["é b"])
    #expect(target.queryValues(of: "z") == [""])
    #expect(target.queryValues(of: "q") == [])
    #expect(("/a" as RequestTarget).queryValues(of: "x") == [])
    #expect(("/a?x=1&y=%ff" as RequestTarget).queryValues(of: "x") == nil)
  }
}
