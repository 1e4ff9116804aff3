import Attribution
import Foundation
import Invites
import GrowthloopFindings
import GrowthloopLinkStore
import Profiles
import TestSockets
import Testing
import Vocabulary
import GrowthloopTransport

@testable import GrowthloopLinkService

@Suite(
  "P-EDG-14 · the page for Android takes an email address, for one notice",
  .timeLimit(.minutes(60)))
struct EmailCaptureServiceTests {
  private static let android = "Mozilla/5.0 (Linux; Android 15; Pixel 9)"
  private static let ada = "address=Ada%40Example.ORG&consent=yes&action=notify"
  private static let address = "Ada@example.org"

  private static let form = """
    <p>Thanks for your interest! [App] is currently available on iOS. We&#39;ll notify you when Android \
    launches.</p>
    <form method="post" action="/android">
    <p><label for="address">Email address</label>
    <input id="address" name="address" type="email" value="" maxlength="254" autocomplete="email" \
    required></p>
    <p><input id="consent" name="consent" type="checkbox" value="yes" required>
    <label for="consent">Keep my email address to send me one message when [App] launches on Android. \
    It is used for nothing else, and deleted after that message, or after a year without one.</label></p>
    <p><button name="action" value="notify">Notify me</button>
    <button name="action" value="withdraw" formnovalidate>Delete my address</button></p>
    </form>
    </body>
    """

  /// The notices that the backend is given.
  private func notices(_ service: Service) throws -> [JSONValue] {
    try service.call(.get, "/android/outbox", by: .backend).json["notices"]?.elements ?? []
  }

  /// What is kept of an address.
  private func kept(_ address: String, by service: Service) throws -> JSONValue? {
    try service.call(
      .post, "/android/export", by: .backend, body: ["address": .text(address)]
    ).json["notice"]
  }

  @Test func `P-EDG-14 · the page is a form that works without a script, and goes nowhere else`()
    throws
  {
    let service = try Service(.product)
    defer { _ = try? service.server.stop() }
    let atLink = try service.tap("/invite/aaaaaaaa", userAgent: Self.android)
    let alone = try service.call(.get, "/android")
    for page in [atLink, alone] {
      #expect(page.status == 200 && page.text.contains(Self.form))
      #expect(page.field("Content-Security-Policy")?.contains("form-action 'self';") == true)
      #expect(page.field("Cache-Control") == "no-store")
    }
    // The signals of a click are reported at the address of a link only.
    #expect(atLink.text.contains("<script") && !alone.text.contains("<script"))
    let other = try service.tap("/invite/aaaaaaaa")
    #expect(other.field("Content-Security-Policy")?.contains("form-action 'none';") == true)
    #expect(!other.text.contains("<form"))
  }

  @Test func `P-EDG-14 · once or twice, known or not: the answers are of the same bytes`() throws {
    let service = try Service(.product)
    defer { _ = try? service.server.stop() }
    let answers = try [Self.ada, Self.ada, "address=bob%40example.org&consent=yes"]
      .map { try service.submit($0) }
    for answer in answers {
      #expect(answer.status == 200 && answer.withoutDate == answers[0].withoutDate)
    }
    #expect(answers[0].text.contains("Thank you."))
    #expect(answers[0].text.contains("value=\"withdraw\""))
    #expect(!answers[0].text.lowercased().contains("ada@"))
    let withdrawals = try [Self.address, Self.address, "cy@example.org"].map {
      try service.submit("address=\($0)&action=withdraw")
    }
    for answer in withdrawals {
      #expect(answer.status == 200 && answer.withoutDate == withdrawals[0].withoutDate)
    }
    #expect(withdrawals[0].text.contains("it is deleted now"))
    #expect(try kept(Self.address, by: service) == .null)
    #expect(try kept("bob@example.org", by: service)?["address"] == "bob@example.org")
  }

  @Test func `P-EDG-14 · what is wrong is said, with the form, and nothing is kept`() throws {
    let service = try Service(.product)
    defer { _ = try? service.server.stop() }
    let noConsent = try service.submit("address=ada%40example.org")
    #expect(noConsent.status == 422)
    #expect(noConsent.text.contains("<p role=\"alert\" id=\"noConsent\">Tick the box"))
    #expect(noConsent.text.contains("value=\"ada@example.org\""))
    #expect(noConsent.text.contains("aria-invalid=\"true\" aria-describedby=\"noConsent\""))
    #expect(!noConsent.text.contains("id=\"noAddress\""))
    let noAddress = try service.submit("address=ada%22%3E%3Cscript%3E&consent=yes")
    #expect(noAddress.status == 422)
    #expect(noAddress.text.contains("<p role=\"alert\" id=\"noAddress\">Enter an email address"))
    #expect(noAddress.text.contains("value=\"ada&quot;&gt;&lt;script&gt;\""))
    #expect(noAddress.text.contains("required checked>") && !noAddress.text.contains("<script"))
    for form in ["", "consent=yes", "address=&consent=yes", "address=+&action=withdraw"] {
      #expect(try service.submit(form).status == 422, "\(form)")
    }
    #expect(try service.call(.get, "/metrics").text.contains("link_email_notices 0\n"))
  }

  @Test(
    arguments: [
      ("address=%zz&consent=yes", [:], 400), ("address=a&address=b", [:], 400),
      ("address=%FF", [:], 400), (ada, ["Content-Type": "application/json"], 415),
      (ada, ["Content-Type": ""], 415), (ada, ["Sec-Fetch-Site": "cross-site"], 403),
      (ada, ["Sec-Fetch-Site": "same-site"], 403),
      ("address=" + String(repeating: "a", count: 2_048), [:], 413),
      (ada, ["Sec-Fetch-Site": "same-origin"], 200), (ada, ["Sec-Fetch-Site": "none"], 200),
      (ada, ["Content-Type": "Application/X-www-form-urlencoded; charset=utf-8"], 200),
      (ada, ["Origin": "null"], 200),
    ] as [(String, [String: String], Int)])
  func `P-EDG-14 · only a form of one of our pages is taken`(
    form: String, fields: [String: String], status: Int
  ) throws {
    let service = try Service(.product)
    defer { _ = try? service.server.stop() }
    #expect(try service.submit(form, fields: fields).status == status)
    #expect(try (kept(Self.address, by: service) != .null) == (status == 200))
  }

  @Test(arguments: [Profile.rin, .design])
  func `P-EDG-14 · without emailCapture there is no such page, and what waits can be delivered`(
    profile: Profile
  ) throws {
    let address = try #require(EmailAddress(Self.address))
    let service = try Service(profile) { terms in
      let store = MemoryLinkStore(terms)
      LinkEngine(following: .product, over: store).keep(address, at: ServiceClock.real.now())
      return store
    }
    defer { _ = try? service.server.stop() }
    #expect(try service.submit(Self.ada).status == 404)
    #expect(try service.call(.get, "/android").status == 404)
    #expect(try service.call(.put, "/android/launch", by: .backend).status == 204)
    #expect(try notices(service).count == 1)
  }

  @Test func `P-EDG-14 · the backend announces the launch, reads each address, and has it deleted`()
    throws
  {
    let service = try Service(.product)
    defer { _ = try? service.server.stop() }
    for form in [Self.ada, "address=bob%40example.org&consent=yes"] {
      #expect(try service.submit(form).status == 200)
    }
    let early = try service.call(.get, "/android/outbox", by: .backend).json
    #expect(early["launchedAt"] == .null && early["notices"] == [])
    let id = try #require(try kept(Self.address, by: service)?["id"]?.text)
    #expect(try service.call(.delete, "/android/outbox/\(id)", by: .backend).status == 404)
    #expect(try service.call(.put, "/android/launch", by: .backend).status == 204)
    #expect(try notices(service).map { $0["address"]?.text } == [Self.address, "bob@example.org"])
    for _ in 0..<2 {
      #expect(try service.call(.delete, "/android/outbox/\(id)", by: .backend).status == 204)
      #expect(try notices(service).map { $0["address"]?.text } == ["bob@example.org"])
    }
    #expect(try service.call(.delete, "/android/outbox/nonsense", by: .backend).status == 404)
    #expect(try service.call(.delete, "/android/launch", by: .backend).status == 204)
    #expect(try notices(service) == [])
  }

  @Test func `P-PRV-08 · an address is exported and deleted at a person's request`() throws {
    let service = try Service(.product)
    defer { _ = try? service.server.stop() }
    #expect(try service.submit(Self.ada).status == 200)
    #expect(try kept("Ada@EXAMPLE.org", by: service)?["address"]?.text == Self.address)
    for _ in 0..<2 {
      let answer = try service.call(
        .post, "/android/erasure", by: .backend, body: ["address": .text(Self.address)])
      #expect(answer.status == 204)
      #expect(try kept(Self.address, by: service) == .null)
    }
    for path in ["/android/export", "/android/erasure"] {
      for address in ["ada", "", " ada@example.org"] {
        let answer = try service.call(
          .post, path, by: .backend, body: ["address": .text(address)])
        #expect(answer.status == 422 && answer.text.contains("must be an email address"))
        #expect(!answer.text.contains("ada"))
      }
    }
  }

  @Test func `P-EDG-14 · a network may leave a few addresses, and all together some more`() throws {
    var limits = ServiceLimits.nothing
    limits.emails = RateLimit(burst: 2, thenOneEvery: .seconds(3_600))
    limits.emailsInAll = RateLimit(burst: 3, thenOneEvery: .seconds(3_600))
    let service = try Service(.product, limits: limits, isBehindProxy: true)
    defer { _ = try? service.server.stop() }
    func leave(_ number: Int, from network: Int, _ more: String = "&consent=yes") throws
      -> RawAnswer
    {
      try service.submit(
        "address=a\(number)%40example.org\(more)",
        fields: ["X-Forwarded-For": "203.0.113.\(network)"])
    }
    #expect(try (1...2).map { try leave($0, from: 1).status } == [200, 200])
    let refused = try leave(3, from: 1)
    #expect(refused.status == 429 && refused.field("Retry-After") != nil)
    #expect(refused.text.contains("Too many addresses") && refused.text.contains("<form"))
    // A mistake costs nothing: it is found before anything is counted.
    #expect(try leave(3, from: 2, "").status == 422)
    #expect(try leave(3, from: 2).status == 200)
    #expect(try leave(4, from: 3).status == 429)
    // Known or not, the refusal is the same; and a withdrawal has a limit of its own.
    #expect(try leave(1, from: 3).status == 429)
    #expect(try leave(1, from: 4, "&action=withdraw").status == 200)
    #expect(
      try service.call(.get, "/metrics", by: .backend).text.contains("link_email_notices 2\n"))
  }

  @Test func `P-EDG-14 · so many addresses wait at a time, and no more`() throws {
    var limits = ServiceLimits.nothing
    limits.waitingEmails = 1
    let service = try Service(.product, limits: limits)
    defer { _ = try? service.server.stop() }
    #expect(try service.submit(Self.ada).status == 200)
    #expect(try service.submit("address=bob%40example.org&consent=yes").status == 429)
    #expect(try service.submit("address=\(Self.address)&action=withdraw").status == 200)
    #expect(try service.submit("address=bob%40example.org&consent=yes").status == 200)
  }

  @Test func `P-EDG-14 · by default a flood from one network adds twenty addresses at once`() {
    let limits = ServiceLimits()
    #expect(limits.emails == RateLimit(burst: 20, thenOneEvery: .seconds(30)))
    #expect(limits.emailsInAll == RateLimit(burst: 10_000, thenOneEvery: .milliseconds(8_640)))
    #expect(limits.waitingEmails == 1_000_000)
  }

  @Test func `P-EDG-14 · after a year nothing is given out, and nothing is kept`() throws {
    let service = try Service(.product, clock: .toldByRequests)
    defer { _ = try? service.server.stop() }
    func at(_ moment: String) -> [String: String] { [ServiceClock.field: moment] }
    #expect(try service.submit(Self.ada, fields: at("2026-03-01T12:00:00Z")).status == 200)
    _ = try service.call(
      .put, "/android/launch", by: .backend, fields: at("2026-03-01T12:00:00Z"))
    func count(_ moment: String) throws -> Int? {
      try service.call(.get, "/android/outbox", by: .backend, fields: at(moment))
        .json["notices"]?.elements.count
    }
    #expect(try count("2027-03-01T12:00:00Z") == 1)
    #expect(try count("2027-03-01T12:00:00.001Z") == 0)
  }

  @Test func `P-EDG-14 · the answer waits for the disk, and thanks for nothing that is not there`()
    throws
  {
    let application = LinkApplication(
      ServiceSettings(.product), over: MemoryLinkStore(LinkEngine.terms(of: .product)),
      keys: ServiceKeys(Service.secret), metrics: WebMetrics())
    for form in [Self.ada, "address=ada%40example.org&action=withdraw"] {
      let answer = application.answer(
        WebRequest(
          .post, "/android", fields: [(name: "Content-Type", value: SubmittedForm.mediaType)],
          body: Array(form.utf8)))
      #expect(answer.response.status == 200)
      #expect(answer.release == .afterCommit && !answer.promisesNothing)
    }
  }

  @Test
  func `P-EDG-14 · killed after the answer, it has the address, and no file or line shows it`()
    throws
  {
    let folder = NSTemporaryDirectory() + "growthloop-service-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func ask(_ process: ServiceProcess, _ request: String) throws -> RawAnswer {
      var client = try RawClient(process.address)
      try client.send(request)
      return try client.receive()
    }
    let backend = ["Authorization": "Bearer \(Service.backendToken)"]
    let first = try ServiceProcess(in: folder, ["--profile", "product"])
    #expect(try ask(first, Service.submission(Self.ada)).status == 200)
    #expect(try ask(first, Service.submission("address=zelda%40example.org")).status == 422)
    let metrics = try ask(first, Service.request(.get, "/metrics", [:], "")).text
    let said = first.end()
    let second = try ServiceProcess(in: folder, ["--profile", "product"])
    let export = try ask(
      second,
      Service.request(.post, "/android/export", backend, #"{"address":"Ada@example.org"}"#))
    #expect(export.json["notice"]?["address"]?.text == Self.address)
    let more = second.stop().said
    for trace in ["ada@", "ada%40", "zelda"] {
      #expect(!(metrics + said + more).lowercased().contains(trace))
      for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
        let content = FileManager.default.contents(atPath: "\(folder)/\(name)") ?? Data()
        let text = String(decoding: content, as: UTF8.self).lowercased()
        #expect(!text.contains(trace), "\(name)")
      }
    }
  }
}
