import Invites
import GrowthloopFindings
import GrowthloopLinkStore
import Profiles
import TestSockets
import Testing
import Vocabulary
import GrowthloopTransport

@testable import GrowthloopLinkService

@Suite("RES-12 · what a browser meets at the address of a link", .timeLimit(.minutes(60)))
struct LandingTests {
  @Test func `under rin no answer tells whether a code is known`() throws {
    let service = try Service(.rin)
    defer { _ = try? service.server.stop() }
    let known = try service.create(by: .ann)
    let gone = try service.create(by: .bob)
    _ = try service.call(.delete, "/users/\(OpaqueID(.bob))", by: .user(.bob))
    let answer = try service.tap("/invite/\(known)").withoutDate
    let others = [
      "/r/\(known)", "/invite/aaaaaaaa", "/invite/\(gone)", "/invite/short", "/invite/%FF",
      "/invite?ref=x", "/invite/", "/r/a/b/c", "/invite/\(known)/", "/invite/\(known)?utm=1",
      "/invite?ref=a&ctx=generic&sig=0",
    ]
    for path in others { #expect(try service.tap(path).withoutDate == answer, "\(path)") }
    for agent in ["facebookexternalhit/1.1", "Mozilla/5.0 (Linux; Android 15; Pixel 9)", ""] {
      let known = try service.tap("/invite/\(known)", userAgent: agent).withoutDate
      #expect(try service.tap("/invite/aaaaaaaa", userAgent: agent).withoutDate == known)
    }
  }

  @Test func `under product the card names the sender, and no more`() throws {
    let service = try Service(.product)
    defer { _ = try? service.server.stop() }
    let code = try service.create(by: .ann)
    _ = try service.call(
      .put, "/users/\(OpaqueID(.ann))", by: .backend, body: ["name": "Ann <Archer>"])
    let page = try service.tap("/invite/\(code)").text
    #expect(page.contains("og:title\" content=\"Ann invited you to [App]\""))
    #expect(!page.contains("Archer"))
    #expect(!(try service.tap("/invite/aaaaaaaa").text.contains("Ann")))
  }

  @Test func `a name cannot break out of the page`() throws {
    let service = try Service(.product)
    defer { _ = try? service.server.stop() }
    let code = try service.create(by: .ann)
    _ = try service.call(
      .put, "/users/\(OpaqueID(.ann))", by: .backend, body: ["name": "\"><script>alert(1)</script>"]
    )
    let page = try service.tap("/invite/\(code)").text
    #expect(page.contains("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"))
    #expect(!page.contains("<script>alert"))
  }

  @Test func `D-SCO-13 · under design a tap leads to the store at once, with its code`() throws {
    let service = try Service(.design)
    defer { _ = try? service.server.stop() }
    for code in [try service.create(by: .ann), "aaaaaaaa"] {
      for agent in [Service.iPhone, "Mozilla/5.0 (Linux; Android 15; Pixel 9)"] {
        let answer = try service.tap("/invite/\(code)", userAgent: agent)
        #expect(answer.status == 302)
        #expect(answer.field("Location") == "https://apps.apple.com/?code=\(code)")
      }
    }
    #expect(try service.tap("/invite/short").field("Location") == "https://apps.apple.com/")
  }

  @Test(arguments: ["cross-site", "same-site", "same-origin", "none", nil])
  func `RES-13 · a page of another site reports no tap of its visitors`(site: String?) throws {
    let service = try Service(.rin)
    defer { _ = try? service.server.stop() }
    let code = try service.create(by: .ann)
    var fields = ["User-Agent": Service.iPhone, "Content-Type": "text/plain"]
    fields["Sec-Fetch-Site"] = site
    let isOurs = site != "cross-site" && site != "same-site"
    let answer = try service.call(.post, "/invite/\(code)", body: [:], fields: fields)
    #expect(answer.status == (isOurs ? 204 : 403))
    let found = try service.launch(by: .bob, token: code)["outcome"]
    #expect(found == (isOurs ? "credited" : "none"))
  }

  @Test(
    arguments: [
      ("no-cors", "image", false), ("navigate", "iframe", false), ("cors", "empty", false),
      ("navigate", "document", true),
    ])
  func `RES-13 · a page of another site may lead to a link, and fetches it unseen for nothing`(
    mode: String, destination: String, isTap: Bool
  ) throws {
    let service = try Service(.rin)
    defer { _ = try? service.server.stop() }
    let code = try service.create(by: .ann)
    let fields = [
      "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": destination,
    ]
    let page = try service.tap("/invite/\(code)", fields: fields)
    #expect(try service.launch(by: .bob, token: code)["outcome"] == (isTap ? "credited" : "none"))
    #expect(try service.tap("/invite/\(code)").withoutDate == page.withoutDate)
  }

  @Test func `P-OGC-02, P-OGC-03 · the card has the subtitle and the picture that the app gives`()
    throws
  {
    var pages = PageSettings()
    pages.coreActivity = "spring <cleaning>"
    pages.contentImage = "https://cdn.example.com/{content}.png"
    let service = try Service(.product, pages: pages)
    defer { _ = try? service.server.stop() }
    _ = try service.call(
      .put, "/users/\(OpaqueID(.ann))", by: .backend,
      body: ["name": "Ann", "avatar": "https://cdn.example.com/ann.png"])
    func page(_ key: String, _ body: JSONValue) throws -> String {
      let created = try service.call(
        .post, "/invites", by: .user(.ann), body: body, fields: ["Idempotency-Key": key])
      return try service.tap("/invite/\(try #require(created.json["code"]?.text))").text
    }
    let content = try page("1", ["context": "content", "content": "c-1"])
    let subtitle = "Join 50K+ people doing spring &lt;cleaning&gt;"
    #expect(content.contains("og:description\" content=\"\(subtitle)\""))
    #expect(content.contains("<p>\(subtitle)</p>"))
    #expect(content.contains("og:image\" content=\"https://cdn.example.com/c-1.png\""))
    #expect(try page("2", [:]).contains("og:image\" content=\"https://cdn.example.com/ann.png\""))
    let bare = try Service(.product)
    defer { _ = try? bare.server.stop() }
    let code = try bare.create(by: .ann)
    _ = try bare.call(.put, "/users/\(OpaqueID(.ann))", by: .backend, body: ["name": "Ann"])
    #expect(try !bare.tap("/invite/\(code)").text.contains("og:description"))
  }

  @Test func `who has no iPhone gets the page that the profile has for them`() throws {
    let service = try Service(.product)
    defer { _ = try? service.server.stop() }
    let page = try service.tap(
      "/invite/\(try service.create(by: .ann))", userAgent: "Mozilla/5.0 (Linux; Android 15)")
    #expect(page.text.contains("currently available on iOS"))
  }

  @Test func `an expired link says so`() throws {
    var profile = Profile.product
    profile.link.expiry = .milliseconds(1)
    let service = try Service(profile)
    defer { _ = try? service.server.stop() }
    let code = try service.create(by: .ann)
    while try service.call(.get, "/invites/\(code)", by: .user(.bob)).status != 410 {}
    #expect(try service.tap("/invite/\(code)").text.contains("This invite has expired"))
  }

  @Test(arguments: ["facebookexternalhit/1.1", "WhatsApp/2.23", "Slackbot-LinkExpanding 1.0"])
  func `CNF-63 · the fetch of a preview is no click`(agent: String) throws {
    let service = try Service(.rin)
    defer { _ = try? service.server.stop() }
    let code = try service.create(by: .ann)
    try service.tap("/invite/\(code)", userAgent: agent)
    _ = try service.call(.head, "/invite/\(code)", fields: ["User-Agent": Service.iPhone])
    #expect(try service.launch(by: .bob, token: code)["outcome"] == "none")
    try service.tap("/invite/\(code)")
    #expect(try service.launch(by: .bob, token: code)["outcome"] == "credited")
  }

  @Test func `a signed link works whole, and altered it names nobody`() throws {
    var profile = Profile.product
    profile.link.format = .signedQuery
    let service = try Service(profile)
    defer { _ = try? service.server.stop() }
    _ = try service.call(.put, "/users/\(OpaqueID(.ann))", by: .backend, body: ["name": "Ann"])
    let created = try service.call(
      .post, "/invites", by: .user(.ann), body: [:], fields: ["Idempotency-Key": "1"])
    let url = try #require(created.json["url"]?.text)
    let path = String(url.dropFirst("https://app.example.com".count))
    #expect(try service.tap(path).text.contains("Ann invited you"))
    let altered = path.replacing("ctx=generic", with: "ctx=content")
    #expect(altered != path)
    #expect(!(try service.tap(altered).text.contains("Ann")))
    let escaped = altered.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    #expect(try service.call(.get, "/invites/\(escaped)", by: .user(.bob)).status == 422)
  }
}

extension Service {
  /// Reports the first launch of somebody's app, and returns what was found.
  func launch(
    by user: PrincipalID, token: String? = nil, device: [String: JSONValue] = [:],
    fields: [String: String] = [:]
  ) throws -> [String: JSONValue] {
    var device = device
    device["token"] = token.map { .text($0) }
    return try call(
      .post, "/invites/deferred", by: .user(user), body: ["device": .object(device)], fields: fields
    ).json
  }
}
