import GrowthloopTransport
import Testing

@testable import GrowthloopLoadGenerator

@Suite("TrafficMix · what each request asks for", .timeLimit(.minutes(60)))
struct MixTests {
  private static let population = LinkPopulation(
    [
      .init(.known, weight: 3, codes: (0..<50).map { "known\($0)" }),
      .init(.expired, weight: 1, codes: ["expired"]),
    ], exponent: 1)

  private func draws(_ mix: TrafficMix, seed: UInt64 = 3) throws -> [DrawnRequest] {
    let draws = try RequestDraws(mix, seed: seed)
    return (0..<40_000).map { draws.request($0) }
  }

  @Test func `kinds come by their weights`() throws {
    let mix = TrafficMix([
      .init(OwnRequest.landingTap.kind, weight: 6), .init(OwnRequest.dashboard.kind, weight: 0),
      .init(OwnRequest.accept.kind, weight: 2),
    ])
    let kinds = try draws(mix).map(\.kind)
    #expect(abs(kinds.count { $0 == 0 } - 30_000) < 4 * 87)
    #expect(!kinds.contains(1))
  }

  @Test func `popularity follows Zipf within a standing`() throws {
    let requests = try draws(
      TrafficMix([.init(OwnRequest.landingTap.kind)], links: Self.population))
    let known = requests.filter { $0.standing == .known }
    #expect(abs(known.count - 30_000) < 4 * 87)
    #expect(requests.allSatisfy { ($0.code == 50) == ($0.standing == .expired) })
    let harmonic = (1...50).reduce(0) { $0 + 1 / Double($1) }
    var distance = 0.0
    for rank in 1...50 {
      let expected = Double(known.count) / (Double(rank) * harmonic)
      let count = Double(known.count { $0.code == rank - 1 })
      distance += (count - expected) * (count - expected) / expected
    }
    // Chi-square with 49 degrees of freedom passes 85.4 once in a thousand seeds.
    #expect(distance < 85.4)
  }

  /// How far two yes-or-no questions about requests are from being independent: a chi-square with one
  /// degree of freedom.
  private func dependence(
    of requests: [DrawnRequest], _ one: (DrawnRequest) -> Bool, _ other: (DrawnRequest) -> Bool
  ) -> Double {
    let ones = Double(requests.count(where: one)) / Double(requests.count)
    let others = Double(requests.count(where: other)) / Double(requests.count)
    let both = Double(requests.count { one($0) && other($0) }) / Double(requests.count)
    let deviation = both - ones * others
    return Double(requests.count) * deviation * deviation
      / (ones * (1 - ones) * others * (1 - others))
  }

  @Test(arguments: [
    LinkPopulation(
      [
        .init(.known, weight: 1, codes: ["a", "b"]), .init(.expired, weight: 1, codes: ["c", "d"]),
      ],
      exponent: 0), LinkPopulation([.init(.known, weight: 1, codes: ["a", "b"])], exponent: 0),
  ])
  func `kind, link and person of a request tell nothing of each other`(
    links: LinkPopulation
  ) throws {
    let mix = TrafficMix(
      [.init(OwnRequest.landingTap.kind), .init(OwnRequest.accept.kind)], links: links,
      people: ["ann", "bob"])
    let requests = try draws(mix)
    let questions: [(String, (DrawnRequest) -> Bool)] = [
      ("kind", { $0.kind == 0 }), ("code", { $0.code.isMultiple(of: 2) }),
      ("person", { $0.person == 0 }),
      ("standing", { $0.standing == .known }),
    ].filter { $0.0 != "standing" || links.groups.count > 1 }
    for (place, one) in questions.enumerated() {
      for other in questions[(place + 1)...] {
        // A chi-square with one degree of freedom passes 10.83 once in a thousand seeds.
        #expect(dependence(of: requests, one.1, other.1) < 10.83, "\(one.0) and \(other.0)")
      }
    }
  }

  @Test func `a request depends on the seed and its number alone`() throws {
    let mix = TrafficMix(
      [.init(OwnRequest.landingTap.kind), .init(OwnRequest.accept.kind)], links: Self.population,
      people: ["a", "b"])
    #expect(try draws(mix) == draws(mix))
    #expect(try draws(mix) != draws(mix, seed: 4))
    let draws = try RequestDraws(mix, seed: 3)
    #expect(draws.request(17) == draws.request(17))
  }

  private func text(
    _ kind: RequestKind, target: LoadTarget, number: Int = 0, code: Int = 0
  ) -> String {
    let mix = TrafficMix(
      [.init(.get("/other")), .init(kind)], links: Self.population,
      people: ["somebody"], firstNumber: 0xABC)
    let template = RequestTemplate(mix, to: target)
    var bytes = [UInt8](repeating: 0, count: template.longest + 3)
    let request = DrawnRequest(kind: 1, code: code, standing: .known, person: 0)
    let count = template.write(request, number: number, to: &bytes, at: 3)
    return String(decoding: bytes[3..<3 + count], as: UTF8.self)
  }

  @Test func `a request is written with its places filled`() throws {
    let target = try #require(LoadTarget(url: "http://example.com:81/base/"))
    var authorised = target
    authorised.bearerToken = "token"
    #expect(
      text(OwnRequest.accept.kind, target: authorised, number: 1, code: 7) == """
        POST /base/invites/known7/accept HTTP/1.1\r
        Host: example.com:81\r
        User-Agent: Growth/1.0\r
        Content-Type: application/json\r
        Authorization: Bearer token\r
        Content-Length: 47\r
        \r
        {"user":"00000000-0000-8000-8000-000000000abd"}
        """)
  }

  @Test func `a tap says that it will not come again`() {
    let tap = RequestKind("tap", path: "/r/{code}", connection: .new)
    #expect(
      text(tap, target: LoadTarget(host: "::1"), code: 50)
        == "GET /r/expired HTTP/1.1\r\nHost: [::1]\r\nConnection: close\r\n\r\n")
  }

  @Test(arguments: [
    "ftp://a", "http://", "http://a:0", "http://a:x", "a", "http://u@a", "http://a/?b",
    "http://a/\r\nX: b", "http://a\t", "http://a\u{7F}",
  ])
  func `what is no plain URL is no target`(_ text: String) {
    #expect(LoadTarget(url: text) == nil)
  }

  @Test func `a URL is read with its port and base`() {
    let target = LoadTarget(url: "https://[::1]:8443/a/b/")
    #expect(target == LoadTarget(.https, host: "::1", port: 8443, pathPrefix: "/a/b"))
    #expect(LoadTarget(url: "https://a")?.port == 443)
    #expect(LoadTarget(url: "http://a")?.description == "http://a")
  }
}
