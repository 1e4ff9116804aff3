import Foundation
import Invites
import GrowthloopFindings
import GrowthloopLinkService
import GrowthloopLinkStore
import Profiles
import GrowthloopTransport
import Synchronization
import TestSockets
import Vocabulary

/// A month at a link service in which nearly everything is asked, as a transcript of all answers.
enum ServiceConversation {
  /// The transcripts under every profile, each made once.
  private static let known = Mutex<[Profile: String]>([:])

  static func transcript(under profile: Profile) throws -> String {
    if let found = known.withLock({ $0[profile] }) { return found }
    let transcript = try record(under: profile)
    known.withLock { $0[profile] = transcript }
    return transcript
  }

  static func record(under profile: Profile) throws -> String {
    let service = try AskedService(profile)
    defer { _ = try? service.server.stop() }
    var visit = Visit(service)
    try visit.introduce()
    try visit.create()
    try visit.tap()
    try visit.launch()
    try visit.join()
    try visit.look()
    try visit.end()
    return visit.transcript
  }
}

/// A service in memory, whose requests say when they take place.
private struct AskedService: Sendable {
  let server: RunningServer
  private let keys: ServiceKeys

  init(_ profile: Profile) throws {
    guard let secret = Secret(Array("a secret for tests alone".utf8)) else {
      preconditionFailure("24 bytes are a secret")
    }
    let keys = ServiceKeys(secret)
    self.keys = keys
    server = try RunningServer { metrics in
      var settings = ServiceSettings(profile)
      settings.clock = .toldByRequests
      settings.isBehindProxy = true
      (settings.limits.address, settings.limits.user, settings.limits.misses) = (nil, nil, nil)
      return LinkApplication(
        settings, over: MemoryLinkStore(LinkEngine.terms(of: profile)), keys: keys,
        metrics: metrics)
    }
  }

  func token(_ caller: Caller) -> String {
    keys.tokens.text(of: AccessToken(for: caller, until: ServiceClock.real.now() + .days(1)))
  }
}

/// The people of the conversation, and what they ask, in order of time.
private struct Visit {
  private let service: AskedService
  private(set) var transcript = ""
  /// What differs between two runs, each with a word that stands for it.
  private var names: [(text: String, word: String)] = []

  init(_ service: AskedService) {
    self.service = service
  }

  private static let iPhone =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 "
    + "Mobile/15E148 Safari/604.1"
  private static let android =
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/130 Mobile Safari/537.36"

  /// Asks at `moment` of March 2026, such as `01T09:00`; days after the 31st are in April.
  @discardableResult
  private mutating func ask(
    _ moment: String, _ method: WebMethod, _ path: String, by caller: Caller? = nil,
    _ body: [String: JSONValue]? = nil, key: String? = nil, from address: Int = 7,
    agent: String? = nil
  ) throws -> [String: JSONValue] {
    var fields = [
      "Host": "localhost", ServiceClock.field: "2026-\(moment):00Z",
      "X-Forwarded-For": "203.0.113.\(address)",
    ]
    fields["Authorization"] = caller.map { "Bearer \(service.token($0))" }
    fields["Idempotency-Key"] = key
    fields["User-Agent"] = agent
    let text = body.map { JSONValue.object($0).json } ?? ""
    fields["Content-Length"] = "\(text.utf8.count)"
    let lines = fields.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }.joined()
    let answer = try service.server.answer(
      to: "\(method.rawValue) \(path) HTTP/1.1\r\n\(lines)\r\n\(text)", toHead: method == .head)
    var members: [String: JSONValue] = [:]
    if case .object(let object) = try? JSONParser.parse(answer.body) { members = object }
    // A code, an id and a signature are new in every run.
    for name in ["code", "id"] {
      guard case .text(let new) = members[name], !names.contains(where: { $0.text == new }) else {
        continue
      }
      names.append((new, "<\(name) \(names.count)>"))
    }
    var said = "\(answer.status) \(answer.field("location") ?? "") \(answer.text)"
    for (text, word) in names { said = said.replacingOccurrences(of: text, with: word) }
    said = said.replacing(/sig=[^"&<\s]+/, with: "sig=…").replacing(
      /"id":"[^"]+"/, with: "\"id\":…")
    // What is left of a deleted user is a pseudonym.
    said = said.replacing(/"inviter":"([^"]+)"/) { match in
      people.contains(String(match.1)) ? String(match.0) : "\"inviter\":…"
    }
    transcript += "\(moment) \(method.rawValue) \(said)\n"
    return members
  }

  private static let ann = PrincipalID(rawValue: 1)
  private static let bob = PrincipalID(rawValue: 2)
  private static let cy = PrincipalID(rawValue: 3)
  private static let dan = PrincipalID(rawValue: 4)
  private static let eve = PrincipalID(rawValue: 5)

  private let people = Set(
    (1...5 as ClosedRange<UInt64>).map { OpaqueID(PrincipalID(rawValue: $0)).text })

  private func path(_ user: PrincipalID, _ rest: String = "") -> String {
    "/users/\(OpaqueID(user))\(rest)"
  }

  private var link = (ann: "", dan: "", eve: "")
  /// The path of Ann's link, with its query where it has one.
  private var way = ""

  mutating func introduce() throws {
    try ask("03-01T09:00", .get, "/.well-known/apple-app-site-association")
    for (user, name) in [(Self.ann, "Ann Lee"), (Self.dan, "Dan Wu"), (Self.eve, "Eve Roe")] {
      try ask("03-01T09:00", .put, path(user), by: .backend, ["name": .text(name)])
    }
    try ask("03-01T09:00", .put, path(Self.ann), by: .backend, ["phone": "+14155552671"])
    try ask(
      "03-01T09:01", .post, "/contacts/matches", by: .user(Self.dan), ["numbers": ["+14155552671"]])
  }

  mutating func create() throws {
    let created = try ask(
      "03-01T09:02", .post, "/invites", by: .user(Self.ann),
      ["session": 1, "context": "generic", "contacts": ["c-1"], "utcOffsetMinutes": 0], key: "1")
    link.ann = text(created["code"])
    way = text(created["url"])
    if let host = way.range(of: "://"), let slash = way[host.upperBound...].firstIndex(of: "/") {
      way = String(way[slash...])
    }
    for (moment, session, key) in [
      ("03-01T09:03", 1, "2"), ("03-01T23:30", 2, "3"), ("03-02T00:30", 2, "4"),
    ] {
      try ask(
        moment, .post, "/invites", by: .user(Self.bob),
        ["session": .integer(Int64(session)), "utcOffsetMinutes": 0], key: key)
    }
    for (user, key) in [(Self.dan, "5"), (Self.eve, "6")] {
      let created = try ask(
        "03-02T00:31", .post, "/invites", by: .user(user), ["session": 1], key: key)
      if user == Self.dan { link.dan = text(created["code"]) }
      if user == Self.eve { link.eve = text(created["code"]) }
    }
    try ask("03-02T00:32", .post, "/invites/create", by: .user(Self.ann), [:], key: "7")
    try ask(
      "03-02T00:33", .post, "/invites/\(link.ann)/share", by: .user(Self.ann), ["channel": "other"])
    // A key that comes again with other contacts, and a link that somebody altered.
    try ask(
      "03-02T00:34", .post, "/invites", by: .user(Self.ann),
      ["session": 1, "context": "generic", "contacts": ["c-2"], "utcOffsetMinutes": 0], key: "1")
    for text in [link.ann, text(created["url"]) + "x"] {
      let code = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      try ask("03-02T00:34", .get, "/invites/\(code)", by: .user(Self.bob))
    }
  }

  mutating func tap() throws {
    try ask("03-02T10:00", .get, way, agent: "WhatsApp/2.24")
    try ask("03-02T10:00", .get, path(Self.ann, "/invites"), by: .user(Self.ann))
    // Each tap on a phone of its own; on some a second link is tapped.
    for (phone, codes) in [
      (10, [link.ann]), (11, [link.ann]), (12, [link.ann, link.dan]), (13, [link.ann, "zzzzzzzz"]),
      (14, [link.eve]), (15, [link.dan]), (16, [link.ann]), (17, [link.ann]),
    ] {
      for code in codes {
        try ask("03-02T10:01", .get, "/invite/\(code)", from: phone, agent: Self.iPhone)
        try ask(
          "03-02T10:01", .post, "/invite/\(code)",
          ["model": "390x844@3", "timeZone": "Europe/Rome", "locale": "it-IT"], from: phone,
          agent: Self.iPhone)
      }
    }
    try ask("03-02T10:02", .get, way, from: 30, agent: Self.android)
    try ask("03-02T10:02", .get, way + "x", from: 30, agent: Self.iPhone)
    try ask("03-02T10:03", .get, way, from: 30, agent: Self.iPhone)
    try ask(
      "03-02T10:04", .post, "/invites/\(link.ann)/open", by: .user(PrincipalID(rawValue: 25)),
      ["isSignedIn": false])
    for user in [Self.ann, Self.dan] {
      try ask("03-02T10:05", .post, "/invites/\(link.ann)/open", by: .user(user), [:])
    }
    try ask(
      "03-02T10:06", .post, "/invites/\(link.ann)/accept", by: .user(Self.dan),
      ["hadAccount": true])
  }

  /// A first launch of user 100 + `phone`, with what the app of that phone reports.
  private mutating func launch(
    _ moment: String, _ phone: Int, installed: String? = nil, as user: Int? = nil,
    _ more: [String: JSONValue] = [:], _ device: [String: JSONValue] = [:], from address: Int? = nil
  ) throws {
    let usual: [String: JSONValue] = [
      "platform": "iOS", "osVersion": "18.5", "model": "390x844@3", "timeZone": "Europe/Rome",
      "language": "it", "locale": "it-IT",
    ]
    var body = more
    body["device"] = .object(usual.merging(device) { $1 })
    body["installedAt"] = installed.map { .text("2026-\($0):00Z") }
    body["launchedAt"] = .text("2026-\(moment):00Z")
    let principal = PrincipalID(rawValue: UInt64(user ?? 100 + phone))
    try ask(
      moment, .post, "/invites/deferred", by: .user(principal), body, from: address ?? phone)
  }

  mutating func launch() throws {
    try launch("03-02T11:00", 10)
    try launch("03-02T11:00", 12)
    try launch("03-02T11:00", 13)
    try launch("03-02T11:00", 15, ["formerUsers": [.text(OpaqueID(Self.dan).text)]])
    try launch("03-02T11:01", 16, [:], ["osVersion": "18.4", "timeZone": "Asia/Tokyo"])
    try launch("03-02T11:02", 16, as: 130, from: 40)
    try launch("03-02T11:03", 17, as: 131, ["hadAccount": true])
    try ask("03-02T11:04", .put, path(Self.eve), by: .backend, ["account": "suspended"])
    try launch("03-02T11:05", 14)
    // Three days old when the invite is taken; that of user 25 is thirteen, and kept under some policies.
    try ask(
      "03-12T10:00", .post, "/invites/\(link.ann)/open", by: .user(PrincipalID(rawValue: 26)),
      ["isSignedIn": false])
    try launch("03-12T10:01", 11, installed: "03-04T10:00")
    try launch("03-14T10:01", 17, installed: "03-03T10:00")
  }

  mutating func join() throws {
    // Phones 10 and 12 compete for what a link of one acceptance gives.
    for user in [110, 112, 25, 26] as [UInt64] {
      let principal = PrincipalID(rawValue: user)
      try ask(
        "03-15T12:00", .put, path(principal), by: .backend, ["name": .text("Zoe \(user)")])
      try ask("03-15T12:00", .post, "/invites/\(link.ann)/accept", by: .user(principal))
      for milestone in ["signedUp", "onboardingCompleted", "firstValueSeen"] {
        try ask(
          "03-15T12:01", .post, path(principal, "/milestones"), by: .backend,
          ["milestone": .text(milestone)])
      }
      try ask("03-15T12:02", .post, "/invites/\(link.ann)/open", by: .user(principal), [:])
      try ask("03-15T12:02", .get, "/outbox", by: .backend)
    }
  }

  mutating func look() throws {
    try ask("03-16T09:00", .get, path(Self.ann, "/invites"), by: .user(Self.ann))
    try ask("03-16T09:00", .get, path(Self.dan, "/invites"), by: .user(Self.dan))
    try ask("03-16T09:00", .get, "/invites/status", by: .user(Self.ann))
    try ask("03-16T09:01", .get, path(PrincipalID(rawValue: 110), "/export"), by: .backend)
    try ask("03-16T09:01", .get, path(PrincipalID(rawValue: 111), "/export"), by: .backend)
  }

  mutating func end() throws {
    try ask("04-08T10:00", .get, way, from: 31, agent: Self.iPhone)
    try ask("04-08T10:00", .get, "/invites/\(link.ann)", by: .user(Self.bob))
    try ask("04-08T10:01", .get, path(PrincipalID(rawValue: 111), "/export"), by: .backend)
    try launch("04-08T10:02", 31)
    try ask("04-08T10:03", .delete, path(Self.ann), by: .user(Self.ann))
    try ask("04-08T10:04", .get, path(PrincipalID(rawValue: 110), "/export"), by: .backend)
    try ask("04-08T10:05", .get, way, from: 32, agent: Self.iPhone)
  }

  private func text(_ value: JSONValue?) -> String {
    if case .text(let text)? = value { text } else { "" }
  }
}
