import Foundation
import Invites
import GrowthloopFindings
import GrowthloopLinkStore
import GrowthloopTransport
@testable import GrowthloopLinkService
import Profiles
import TestSockets
import Testing
import Vocabulary

/// A service on a thread of its own, and whoever calls it.
///
/// Each answer that it gives is held against what the OpenAPI document says of the operation.
struct Service: Sendable {
  let server: RunningServer
  let keys: ServiceKeys
  private let operations: [GrowthloopLinkService.Operation]

  static let secret: Secret = {
    guard let secret = Secret(Array("a secret for tests alone".utf8)) else {
      preconditionFailure("24 bytes are a secret")
    }
    return secret
  }()

  /// Starts a service that keeps everything in `folder`, in a store that it is given, or in memory.
  init(
    _ profile: Profile = .rin, in folder: String? = nil,
    for access: SQLiteLinkStore.Access = .writing, clock: ServiceClock = .real,
    reportingTo events: String? = nil, limits: ServiceLimits = .nothing,
    isBehindProxy: Bool = false, guardsMetrics: Bool = false,
    pages: PageSettings = PageSettings(),
    over makeStore: (@Sendable (MatchingTerms) -> any LinkStore)? = nil,
    changing change: (@Sendable (inout ServiceSettings) -> Void)? = nil
  ) throws {
    keys = ServiceKeys(Self.secret)
    let keys = keys
    server = try RunningServer { metrics in
      var settings = ServiceSettings(profile)
      settings.clock = clock
      settings.exportsEvents = events != nil
      settings.limits = limits
      settings.pages = pages
      settings.isBehindProxy = isBehindProxy
      settings.guardsMetrics = guardsMetrics
      change?(&settings)
      let terms = LinkEngine.terms(of: profile)
      let store: any LinkStore =
        folder.map { folder in
          do throws(StoreError) {
            return try SQLiteLinkStore(
              in: folder, terms, root: .test, for: access,
              reportingTo: try events.map { path throws(StoreError) in try ExportLog(path) })
          } catch {
            preconditionFailure("no store for a test: \(error)")
          }
        } ?? makeStore?(terms) ?? MemoryLinkStore(terms)
      return LinkApplication(settings, over: store, keys: keys, metrics: metrics)
    }
    var settings = ServiceSettings(profile)
    settings.guardsMetrics = guardsMetrics
    operations = Operation.all(of: settings)
  }
}

extension Profile {
  /// The same profile with the names of document 003 beside those of REST.
  var withRPCNames: Profile {
    var profile = self
    profile.plans.apiSurface = .restWithRPCAliases
    return profile
  }
}

extension ServiceLimits {
  static let nothing: ServiceLimits = {
    var limits = ServiceLimits()
    limits.address = nil
    limits.user = nil
    limits.misses = nil
    limits.emails = nil
    limits.emailsInAll = nil
    return limits
  }()
}

extension Service {
  func token(_ caller: Caller) -> String {
    let tomorrow = ServiceClock.real.now() + .days(1)
    return keys.tokens.text(of: AccessToken(for: caller, until: tomorrow))
  }

  /// Calls the service over a connection of its own.
  func call(
    _ method: WebMethod, _ path: String, by caller: Caller? = nil, body: JSONValue? = nil,
    fields: [String: String] = [:]
  ) throws -> RawAnswer {
    var fields = fields
    if let caller { fields["Authorization"] = "Bearer \(token(caller))" }
    let answer = try server.answer(
      to: Self.request(method, path, fields, body?.json ?? ""), toHead: method == .head)
    check(answer, to: method, path)
    return answer
  }

  /// Submits the form of the page for devices without the app, as a browser does.
  func submit(_ form: String, fields: [String: String] = [:]) throws -> RawAnswer {
    let answer = try server.answer(to: Self.submission(form, fields))
    check(answer, to: .post, "/android")
    return answer
  }

  static func submission(_ form: String, _ fields: [String: String] = [:]) -> String {
    let fields = fields.merging(["Content-Type": SubmittedForm.mediaType]) { given, _ in given }
    return request(.post, "/android", fields, form)
  }

  static func request(
    _ method: WebMethod, _ path: String, _ fields: [String: String], _ body: String
  ) -> String {
    let lines = fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }.joined()
    return "\(method.rawValue) \(path) HTTP/1.1\r\nHost: localhost\r\n\(lines)"
      + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
  }

  /// Holds an answer against what is promised.
  private func check(_ answer: RawAnswer, to method: WebMethod, _ path: String) {
    var router = Router()
    for (number, operation) in operations.enumerated() {
      for path in operation.call.paths { router.add(operation.method, path, number) }
    }
    guard case .found(let number, _) = router.route(method, RequestTarget(Array(path.utf8)))
    else { return }
    let operation = operations[number].call
    let promises = operation.answers + operation.commonAnswers
    guard let promise = promises.first(where: { $0.status == answer.status }) else {
      Issue.record("\(operation.name) never promised \(answer.status): \(answer.text)")
      return
    }
    let shape: Shape
    switch promise.content {
    case .json(let promised): shape = promised
    case .problem: shape = ProblemAnswer.form.shape
    case .object:
      #expect(!answer.json.isEmpty || method == .head, "\(operation.name): no object")
      return
    case .nothing, .html, .text: return
    }
    guard method != .head else { return }
    let value = try? JSONParser.parse(answer.body)
    let mistakes = value.map { shape.mistakes(in: $0).map { "\($0.pointer) \($0.detail)" } }
    #expect(mistakes == [], "\(operation.name): \(answer.text)")
  }
}

extension Service {
  /// Has an invite created, and returns its code.
  func create(by user: PrincipalID, key: String = "first") throws -> String {
    let answer = try call(
      .post, "/invites", by: .user(user), body: [:], fields: ["Idempotency-Key": key])
    return try #require(answer.json["code"]?.text)
  }

  /// Taps a link on a phone.
  @discardableResult
  func tap(
    _ path: String, userAgent: String = Service.iPhone, fields: [String: String] = [:]
  ) throws -> RawAnswer {
    try call(
      .get, path, fields: fields.merging(["User-Agent": userAgent]) { given, _ in given })
  }

  static let iPhone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 "
    + "Mobile/15E148 Safari/604.1"

  func milestone(_ milestone: String, of user: PrincipalID, name: String? = nil) throws -> RawAnswer
  {
    var body: [String: JSONValue] = ["milestone": .text(milestone)]
    body["name"] = name.map { .text($0) }
    return try call(.post, "/users/\(OpaqueID(user))/milestones", by: .backend, body: .object(body))
  }
}

extension Service {
  /// What the backend says to any service with the secret of tests.
  static let backendToken = ServiceKeys(secret).tokens.text(
    of: AccessToken(for: .backend, until: ServiceClock.real.now() + .days(1)))

  /// Has a service that runs elsewhere create an invite of Ann's, and returns its code.
  static func create(on address: SocketAddress) throws -> String {
    var client = try RawClient(address)
    try client.send(
      request(
        .post, "/invites", ["Authorization": "Bearer \(backendToken)", "Idempotency-Key": "1"],
        #"{"user":"\#(OpaqueID(.ann))"}"#))
    return try #require(try client.receive().json["code"]?.text)
  }
}

extension RawAnswer {
  /// The members of the body; none if it is no object.
  var json: [String: JSONValue] {
    guard case .object(let members) = try? JSONParser.parse(body) else { return [:] }
    return members
  }

  /// Everything but the moment it was sent.
  var withoutDate: String {
    fields.filter { $0.name != "date" }.map { "\($0.name): \($0.value)" }.joined(separator: "\n")
      + "\n\(status)\n\(text)"
  }
}

extension JSONValue {
  var text: String? { if case .text(let text) = self { text } else { nil } }

  subscript(name: String) -> JSONValue? {
    if case .object(let members) = self { members[name] } else { nil }
  }

  var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
}

extension PrincipalID {
  static let ann = PrincipalID(rawValue: 1)
  static let bob = PrincipalID(rawValue: 2)
  static let cy = PrincipalID(rawValue: 3)
}
