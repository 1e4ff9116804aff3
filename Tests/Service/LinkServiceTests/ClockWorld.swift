import Attribution
import Foundation
import Invites
import GrowthloopFindings
import GrowthloopTransport
import Profiles
import TestSupport
import Testing
import Vocabulary

@testable import GrowthloopLinkService
@testable import GrowthloopLinkStore

/// A service whose machine has the clocks that a test says, over a folder of its own.
///
/// It has no socket and no thread: time passes when the test lets it pass.
final class ClockWorld {
  /// The clocks of the machine.
  private final class Machine: Sendable {
    let reading = Guarded(ClockReading(wall: noon(0), uptime: .hours(1)))
  }

  let folder = NSTemporaryDirectory() + "growthloop-clock-" + UUID().uuidString
  private let machine = Machine()
  private var boot = 1
  private(set) var store: SQLiteLinkStore
  private(set) var application: LinkApplication
  /// What the service reported, its lines in order.
  private(set) var reports: [String] = []
  private var fails = Guarded(false)
  private let profile: Profile

  init(_ profile: Profile = .rin) throws {
    self.profile = profile
    (store, application) = try Self.start(profile, folder, machine, boot, failing: fails) { _ in }
    try restart()
    reports = []
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private static func start(
    _ profile: Profile, _ folder: String, _ machine: Machine, _ boot: Int,
    failing fails: Guarded<Bool>, report: @escaping (String) -> Void
  ) throws -> (SQLiteLinkStore, LinkApplication) {
    let store = try SQLiteLinkStore(
      in: folder, LinkEngine.terms(of: profile), root: .test,
      sync: { (file) throws(StoreError) in
        if fails.withLock({ $0 }) { throw .diskFull(path: file.path) }
        try file.sync()
      })
    var settings = ServiceSettings(profile)
    settings.clock = .timeOfDay(
      by: MachineClocks(boot: "boot \(boot)") { machine.reading.withLock { $0 } })
    settings.clockFolder = ClockFolder(folder)
    settings.limits = .nothing
    return (
      store,
      LinkApplication(
        settings, over: store, keys: ServiceKeys(Service.secret), metrics: WebMetrics(),
        report: report)
    )
  }

  // MARK: The machine

  /// The machine's clock.
  var wall: Instant { machine.reading.withLock { $0.wall } }

  /// Lets time pass, as every clock shows it; the service ticks at its end.
  func wait(_ interval: Interval) throws {
    machine.reading.withLock {
      $0.wall = $0.wall + interval
      $0.uptime = $0.uptime + interval
    }
    try tick()
  }

  /// Sets the machine's clock, forward or back.
  func setClock(by interval: Interval) {
    machine.reading.withLock { $0.wall = $0.wall + interval }
  }

  /// Stops the service and starts another, after the machine has been off for so long.
  func restart(rebooting off: Interval? = nil) throws {
    try store.close()
    if let off {
      boot += 1
      machine.reading.withLock { $0 = ClockReading(wall: $0.wall + off, uptime: .seconds(20)) }
    }
    (store, application) = try Self.start(profile, folder, machine, boot, failing: fails) {
      [unowned self] in reports.append($0)
    }
    try tick()
  }

  /// Leaves what `growthloop store clock` leaves.
  func say(_ moment: Instant) throws {
    let uptime = machine.reading.withLock { $0.uptime }
    try ClockFolder(folder).leave(
      OperatorWord(ClockCount(from: moment, uptime: uptime), boot: "boot \(boot)"))
  }

  // MARK: The service

  /// Does what is to be done from time to time, and commits.
  func tick() throws {
    if application.tick() { try commit() }
  }

  func commit() throws {
    application.beginCommit {}
    try application.endCommit()
  }

  /// Lets commits fail as on a full disk, or succeed again.
  func setFull(_ isFull: Bool) { fails.withLock { $0 = isFull } }

  func create(by user: PrincipalID, key: String = "1") throws -> String {
    try #require(ask("/invites", ["user": .text(OpaqueID(user).text)], key: key)["code"]?.text)
  }

  /// Lets a phone tap a link, and returns the moment of the click.
  @discardableResult
  func tap(_ code: String, on phone: UInt32) throws -> Instant {
    let body: JSONValue = [
      "model": "390x844@3", "timeZone": "Europe/Rome", "locale": "it-IT",
    ]
    let number = store.nextSequence
    let answer = application.answer(
      WebRequest(
        .post, RequestTarget(Array("/invite/\(code)".utf8)),
        fields: [(name: "User-Agent", value: Service.iPhone)], body: Array(body.json.utf8),
        from: try address(phone)))
    #expect(answer.response.status == 204)
    try commit()
    return try #require(store.click(number)?.at)
  }

  /// Lets the app be launched on a phone, whose own clock is always right; returns the outcome.
  func launch(by user: PrincipalID, on phone: UInt32, at moment: Instant) throws -> String? {
    try ask(
      "/invites/deferred",
      [
        "user": .text(OpaqueID(user).text), "launchedAt": .text(moment.iso8601),
        "device": [
          "platform": "iOS", "osVersion": "18.5", "model": "390x844@3",
          "timeZone": "Europe/Rome", "language": "it", "locale": "it-IT",
        ],
      ], from: phone)["outcome"]?.text
  }

  private func address(_ phone: UInt32) throws -> IPAddress {
    try #require(IPAddress("203.0.113.\(phone)"))
  }

  private func ask(
    _ path: String, _ body: JSONValue, key: String = "", from phone: UInt32 = 250
  ) throws -> JSONValue {
    let token = ServiceKeys(Service.secret).tokens.text(
      of: AccessToken(for: .backend, until: noon(900)))
    let answer = application.answer(
      WebRequest(
        .post, RequestTarget(Array(path.utf8)),
        fields: [
          (name: "Authorization", value: "Bearer \(token)"), (name: "Idempotency-Key", value: key),
        ], body: Array(body.json.utf8), from: try address(phone)))
    try commit()
    return try JSONParser.parse(answer.response.body)
  }

  /// The clock's word in `/healthz`.
  var health: String? {
    let body = application.answer(WebRequest(.get, "/healthz")).response.body
    return (try? JSONParser.parse(body))?["clock"]?.text
  }

  func metric(_ name: String) -> String? {
    let body = application.answer(WebRequest(.get, "/metrics")).response.body
    let lines = String(decoding: body, as: UTF8.self).split(separator: "\n")
    return lines.first { $0.hasPrefix("\(name) ") }.map { String($0.dropFirst(name.count + 1)) }
  }

  /// How many clicks are kept.
  func clicks(on code: String) throws -> Int {
    store.clicks(on: [try InviteCode(parsing: code)]).count
  }
}
