import Invites
import GrowthloopFindings
import GrowthloopTransport
import Profiles
import TestSockets
import Testing
import Vocabulary

@testable import GrowthloopLinkService

@Suite("Admission · how often one may ask", .timeLimit(.minutes(60)))
struct AdmissionTests {
  private static func limits(_ change: (inout ServiceLimits) -> Void) -> ServiceLimits {
    var limits = ServiceLimits.nothing
    change(&limits)
    return limits
  }

  /// So rare that no test lasts long enough for another.
  private static func only(_ count: Int) -> RateLimit {
    RateLimit(burst: count, thenOneEvery: .seconds(3_600))
  }

  @Test func `an address that asks too often is told when to come back`() throws {
    let service = try Service(limits: Self.limits { $0.address = Self.only(2) })
    defer { _ = try? service.server.stop() }
    for _ in 0..<2 { #expect(try service.call(.get, "/landing.js").status == 200) }
    let answer = try service.call(.get, "/landing.js")
    #expect(answer.status == 429)
    #expect((answer.field("Retry-After").flatMap { Int($0) } ?? 0) > 3_000)
    #expect(try service.call(.get, "/outbox", by: .backend).status == 200)
  }

  @Test func `a monitor hears of the service's health, however busy its address is`() throws {
    let service = try Service(limits: Self.limits { $0.address = Self.only(1) })
    defer { _ = try? service.server.stop() }
    for status in [200, 429] { #expect(try service.call(.get, "/landing.js").status == status) }
    for path in ["/healthz", "/readyz", "/healthz"] {
      #expect(try service.call(.get, path).status == 200, "\(path)")
    }
    let paths = try service.call(.get, "/openapi.json", by: .backend).json["paths"]
    #expect(paths?["/healthz"]?["get"]?["responses"]?["429"] == nil)
  }

  @Test func `behind a proxy nobody chooses an address, in whatever field they send it`() throws {
    let service = try Service(
      limits: Self.limits { $0.address = Self.only(1) }, isBehindProxy: true)
    defer { _ = try? service.server.stop() }
    for (invented, status) in [("203.0.113.7", 200), ("203.0.113.8", 429)] {
      // A proxy may add to the field that came, or send one more behind it.
      let answer = try service.server.answer(
        to: "GET /landing.js HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: \(invented)\r\n"
          + "x-forwarded-for: 198.51.100.1, 198.51.100.9\r\n\r\n")
      #expect(answer.status == status)
    }
  }

  @Test func `behind a chain of proxies the client is the last that is none of them`() throws {
    func statuses(_ field: String, _ values: [String], trusting: [String]) throws -> [Int] {
      let service = try Service(
        limits: Self.limits { $0.address = Self.only(1) }, isBehindProxy: true,
        changing: { settings in
          settings.trustedProxies = trusting.compactMap { AddressRange($0) }
          settings.readsForwarded = field == "Forwarded"
        })
      defer { _ = try? service.server.stop() }
      return try values.map {
        try service.call(.get, "/landing.js", fields: [field: $0]).status
      }
    }
    let chain = ["127.0.0.0/8", "10.1.0.0/16"]
    // The same client through two proxies, with an address that it made up before its own.
    #expect(
      try statuses(
        "X-Forwarded-For",
        [
          "203.0.113.7, 198.51.100.9, 10.1.2.3", "203.0.113.8, 198.51.100.9, 10.1.9.9",
          "198.51.100.8, 10.1.2.3", "198.51.100.7, 10.2.2.3", "198.51.100.6, 10.2.2.3",
        ], trusting: chain) == [200, 429, 200, 200, 429])
    #expect(
      try statuses(
        "Forwarded",
        [
          "for=203.0.113.7, for=198.51.100.9;proto=https, For=10.1.2.3",
          "for=203.0.113.8, for=\"198.51.100.9:4711\", for=10.1.2.3",
          "for=\"[2001:db8::1]:80\"", "for=\"[2001:db8::2]\"", "for=unknown, for=10.1.2.3",
        ], trusting: chain) == [200, 429, 200, 429, 200])
    // The peer is no proxy: what it sends names nobody.
    #expect(
      try statuses("X-Forwarded-For", ["203.0.113.7", "203.0.113.8"], trusting: ["10.0.0.0/8"])
        == [200, 429])
    for text in ["10.0.0.0/33", "10.0.0.0/", "x/8", "::1/129", "10.0.0.0/8/8", ""] {
      #expect(AddressRange(text) == nil, "\(text)")
    }
  }

  @Test func `without a proxy nobody chooses an address`() throws {
    let service = try Service(limits: Self.limits { $0.address = Self.only(1) })
    defer { _ = try? service.server.stop() }
    for (invented, status) in [("203.0.113.7", 200), ("203.0.113.8", 429)] {
      let fields = ["X-Forwarded-For": invented]
      #expect(try service.call(.get, "/landing.js", fields: fields).status == status)
    }
  }

  @Test func `a network of IPv6 has one limit, however many addresses it holds`() throws {
    let service = try Service(
      limits: Self.limits { $0.address = Self.only(1) }, isBehindProxy: true)
    defer { _ = try? service.server.stop() }
    for (address, status) in [("2001:db8::1", 200), ("2001:db8::2", 429), ("2001:db8:0:1::1", 200)]
    {
      let fields = ["X-Forwarded-For": address]
      #expect(try service.call(.get, "/landing.js", fields: fields).status == status, "\(address)")
    }
  }

  @Test func `the networks around it have the room of four and of sixteen`() throws {
    let service = try Service(
      limits: Self.limits { $0.address = Self.only(1) }, isBehindProxy: true)
    defer { _ = try? service.server.stop() }
    func status(_ network: Int) throws -> Int {
      let address = "2001:db8:0:\(String(network, radix: 16))::1"
      return try service.call(.get, "/landing.js", fields: ["X-Forwarded-For": address]).status
    }
    for wide in 0..<4 {
      for narrow in 0..<4 { #expect(try status(wide * 0x100 + narrow) == 200) }
      #expect(try status(wide * 0x100 + 4) == 429, "a /56 has the room of four /64")
    }
    #expect(try status(0x400) == 429, "a /48 has the room of four /56")
    let elsewhere = ["X-Forwarded-For": "2001:db8:1::1"]
    #expect(try service.call(.get, "/landing.js", fields: elsewhere).status == 200)
  }

  @Test func `a proxy may write the port behind the address`() throws {
    let service = try Service(
      limits: Self.limits { $0.address = Self.only(1) }, isBehindProxy: true)
    defer { _ = try? service.server.stop() }
    for (address, status) in [
      ("192.0.2.1:4711", 200), ("192.0.2.1", 429), ("[2001:db8::1]:80", 200),
      ("[2001:db8::2]", 429), ("192.0.2.2:80", 200),
    ] {
      let fields = ["X-Forwarded-For": address]
      #expect(try service.call(.get, "/landing.js", fields: fields).status == status, "\(address)")
    }
    for text in ["192.0.2.1:", "192.0.2.1:port", "192.0.2.1:99999", "[::1", "::1]:80", "a:1", ""] {
      #expect(IPAddress(forwarded: text) == nil, "\(text)")
    }
  }

  @Test func `who tries out the tokens of first launches is stopped as well`() throws {
    let service = try Service(limits: Self.limits { $0.misses = Self.only(3) })
    defer { _ = try? service.server.stop() }
    let code = try service.create(by: .ann)
    try service.tap("/invite/\(code)")
    func launch(_ token: String) throws -> Int {
      try service.call(
        .post, "/invites/deferred", by: .user(.bob), body: ["device": ["token": .text(token)]]
      ).status
    }
    for _ in 0..<3 { #expect(try launch("aaaaaaaa") == 200) }
    #expect(try launch("aaaaaaaa") == 429)
    #expect(try launch(code) == 429)
  }

  /// Follows a link on a phone behind an address, and returns the page.
  private func follow(
    _ code: String, on service: Service, behind address: String
  ) throws -> String {
    let fields = ["X-Forwarded-For": address, "User-Agent": Service.iPhone]
    let page = try service.call(.get, "/invite/\(code)", fields: fields)
    let reported = try service.call(
      .post, "/invite/\(code)",
      body: ["model": "390x844@3", "timeZone": "Europe/Rome", "locale": "it"], fields: fields)
    #expect(reported.status == 204)
    return page.withoutDate
  }

  @Test(arguments: [Profile.rin, .design])
  func `RES-25 · taps on invented codes are look-ups, and a launch past their limit finds nothing`(
    profile: Profile
  ) throws {
    let service = try Service(
      profile, limits: Self.limits { $0.misses = Self.only(6) }, isBehindProxy: true)
    defer { _ = try? service.server.stop() }
    let codes = try ["1", "2"].map { try service.create(by: .ann, key: $0) }
    let (guesser, neighbour) = ("203.0.113.7", "203.0.113.8")
    func launch(by user: PrincipalID, from address: String) throws -> [String: JSONValue] {
      try service.launch(by: user, device: JoinTests.phone, fields: ["X-Forwarded-For": address])
    }
    // One that is found by chance within the limit, and one past it; each tap is two look-ups.
    let pages = try [codes[0], "aaaaaaaa", "bbbbbbbb", "cccccccc", codes[1], "dddddddd"].map {
      code in
      try follow(code, on: service, behind: guesser).replacing(code, with: "")
    }
    #expect(Set(pages).count == 1, "no page shows the limit")
    for _ in 0..<2 {
      let answer = try launch(by: .bob, from: guesser)
      #expect(answer["outcome"] == "none")
      #expect(answer["invite"] == .null)
    }
    _ = try follow(codes[1], on: service, behind: neighbour)
    #expect(try launch(by: .cy, from: neighbour)["outcome"] == "credited")
  }

  @Test func `a user who asks for an inviter again and again is told of none in the end`() throws {
    let service = try Service(limits: Self.limits { $0.misses = Self.only(2) }, isBehindProxy: true)
    defer { _ = try? service.server.stop() }
    let code = try service.create(by: .ann)
    let fields = ["X-Forwarded-For": "203.0.113.7"]
    func launch(by user: PrincipalID) throws -> JSONValue? {
      try service.launch(by: user, device: JoinTests.phone, fields: fields)["outcome"]
    }
    for _ in 0..<2 { #expect(try launch(by: .bob) == "none") }
    _ = try follow(code, on: service, behind: "203.0.113.7")
    #expect(try launch(by: .bob) == "none")
    #expect(try launch(by: .cy) == "credited", "others at the address are told")
  }

  @Test func `past the limit of misses each one more waits longer, for its user and its address`()
    throws
  {
    var admissions = Admissions(
      Self.limits { $0.misses = RateLimit(burst: 2, thenOneEvery: .seconds(10)) })
    let address = try #require(IPAddress("203.0.113.7"))
    let other = try #require(IPAddress("203.0.113.8"))
    func at(_ seconds: Int64) -> MonotonicTime {
      MonotonicTime(nanoseconds: seconds * 1_000_000_000)
    }
    for _ in 0..<3 { admissions.countMiss(.user(.bob), from: address, at: at(0)) }
    for (caller, place) in [(nil, address), (.user(.bob), other)] as [(Caller?, IPAddress)] {
      #expect(admissions.mayGuess(caller, from: place, at: at(19)) != .admitted)
      #expect(admissions.mayGuess(caller, from: place, at: at(20)) == .admitted)
    }
    #expect(admissions.mayGuess(.user(.cy), from: other, at: at(0)) == .admitted)
  }

  @Test func `a person who taps too often still sees a page`() throws {
    let service = try Service(limits: Self.limits { $0.address = Self.only(1) })
    defer { _ = try? service.server.stop() }
    let page = try service.tap("/invite/aaaaaaaa").text
    let busy = try service.tap("/invite/aaaaaaaa")
    #expect(busy.status == 429)
    #expect(busy.text == page)
  }

  @Test
  func `of a flood from one address some clicks are kept, and all taps see the page`()
    throws
  {
    let service = try Service(
      limits: Self.limits {
        $0.address = RateLimit(burst: 1_000, thenOneEvery: .milliseconds(1))
        $0.clicks = Self.only(7)
        $0.clicksOfCode = Self.only(3)
      }, isBehindProxy: true)
    defer { _ = try? service.server.stop() }
    let codes = try [PrincipalID.ann, .bob, .cy].map { try service.create(by: $0) }
    func tap(_ code: String, from address: String) throws -> String {
      try service.tap("/invite/\(code)", fields: ["X-Forwarded-For": address]).text
    }
    func unkept() throws -> String? {
      try service.call(.get, "/metrics", by: .backend).text.split(separator: "\n")
        .first { $0.hasPrefix("link_unkept_taps_total ") }.map {
          String($0.split(separator: " ")[1])
        }
    }
    let page = try tap(codes[0], from: "203.0.113.7")
    for _ in 0..<9 { #expect(try tap(codes[0], from: "203.0.113.7") == page) }
    #expect(try unkept() == "7")
    // Other links have room behind the same address, up to what it has in all.
    for _ in 0..<3 { #expect(try tap(codes[1], from: "203.0.113.7") == page) }
    #expect(try unkept() == "7")
    for _ in 0..<3 { #expect(try tap(codes[2], from: "203.0.113.7") == page) }
    #expect(try unkept() == "9")
    // And other addresses for the flooded one.
    for address in ["203.0.113.8", "2001:db8::1"] {
      for _ in 0..<3 { #expect(try tap(codes[0], from: address) == page) }
    }
    #expect(try unkept() == "9")
    #expect(try tap(codes[0], from: "2001:db8::2") == page)
    #expect(try unkept() == "10")
  }

  @Test(arguments: [(codes: 1 as UInt64, kept: 12_080), (codes: 20, kept: 140_960)])
  func `a flood of one address leaves no more clicks in seven days than the page says`(
    codes: UInt64, kept expected: Int
  ) {
    var admissions = Admissions(ServiceLimits())
    let address = IPAddress(v4: 0xCB00_7107)
    let start = MonotonicTime.now()
    var kept = 0
    func tap(_ number: UInt64, at now: MonotonicTime) {
      let code = InviteCode.numbered(number % codes)
      if admissions.keepsClick(on: code, from: address, at: now) { kept += 1 }
    }
    for number in 0..<50_000 as Range<UInt64> { tap(number, at: start) }
    for second in stride(from: 2, through: 604_800, by: 2) {
      tap(UInt64(second / 2), at: start + .seconds(second))
    }
    #expect(abs(kept - expected) <= 5, "\(kept)")
  }

  @Test func `each user has a limit of their own`() throws {
    let service = try Service(
      Profile.rin.withRPCNames, limits: Self.limits { $0.user = Self.only(1) })
    defer { _ = try? service.server.stop() }
    #expect(try service.call(.get, "/invites/status", by: .user(.ann)).status == 200)
    #expect(try service.call(.get, "/invites/status", by: .user(.ann)).status == 429)
    #expect(try service.call(.get, "/invites/status", by: .user(.bob)).status == 200)
  }

  @Test func `who tries out codes learns nothing more, not even of a code that is known`() throws {
    let service = try Service(
      .product, limits: Self.limits { $0.misses = Self.only(5) }, isBehindProxy: true)
    defer { _ = try? service.server.stop() }
    let code = try service.create(by: .ann)
    let here = ["X-Forwarded-For": "203.0.113.7"]
    func look(_ code: String, _ fields: [String: String]) throws -> RawAnswer {
      try service.call(.get, "/invites/\(code)", by: .user(.bob), fields: fields)
    }
    #expect(try look(code, here).status == 200)
    for _ in 0..<5 { #expect(try look("aaaaaaaa", here).status == 404) }
    #expect(try look("aaaaaaaa", here).withoutDate == look(code, here).withoutDate)
    #expect(try look(code, here).status == 429)
    #expect(try look(code, ["X-Forwarded-For": "203.0.113.8"]).status == 429)
    let elsewhere = try service.tap("/invite/\(code)", fields: here)
    #expect(elsewhere.status == 429)
    #expect(try service.call(.get, "/invites/\(code)", by: .user(.cy)).status == 200)
  }
}
