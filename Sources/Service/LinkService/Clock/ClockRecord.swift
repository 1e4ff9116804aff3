internal import GrowthloopFindings
public import Vocabulary

/// The stored state of the service's clock between two runs.
public struct ClockRecord: Hashable, Sendable {
  /// The format version that this release writes and reads.
  static let format: Int64 = 1

  public var count: ClockCount
  /// The start of the machine that the count belongs to.
  public var boot: String?
  public var basis: TrustedClock.Basis
  public var isVouched: Bool
  public var latest: Instant
  public var partedAt: Instant?

  public init(of clock: TrustedClock, boot: String?) {
    count = clock.count
    self.boot = boot
    basis = clock.basis
    isVouched = clock.isVouched
    latest = clock.latest
    partedAt = clock.partedAt
  }
}

extension ClockRecord {
  var json: JSONValue {
    [
      "format": .integer(Self.format), "moment": .text(count.moment.iso8601),
      "uptime": .integer(count.uptime.milliseconds), "boot": boot.map { .text($0) } ?? .null,
      "basis": .text(basis.rawValue), "isVouched": .bool(isVouched),
      "latest": .text(latest.iso8601),
      "partedAt": partedAt.map { .text($0.iso8601) } ?? .null,
    ]
  }

  init?(_ json: JSONValue) {
    guard let count = ClockCount(json),
      let basis = json["basis"]?.word.flatMap({ TrustedClock.Basis(rawValue: $0) }),
      case .bool(let isVouched)? = json["isVouched"],
      let latest = json["latest"]?.word.flatMap({ Instant(iso8601: $0) }),
      let partedAt = json["partedAt"]
    else { return nil }
    self.count = count
    boot = json["boot"]?.word
    self.basis = basis
    self.isVouched = isVouched
    self.latest = latest
    switch partedAt {
    case .null: self.partedAt = nil
    default:
      guard let moment = partedAt.word.flatMap({ Instant(iso8601: $0) }) else { return nil }
      self.partedAt = moment
    }
  }
}

extension ClockCount {
  /// Parses the count of a record or a correction; `nil` for another format.
  init?(_ json: JSONValue) {
    guard json["format"]?.wholeNumber == ClockRecord.format,
      let moment = json["moment"]?.word.flatMap({ Instant(iso8601: $0) }),
      let uptime = json["uptime"]?.wholeNumber, (0...Self.longestUptime).contains(uptime)
    else { return nil }
    self.init(from: moment, uptime: .milliseconds(uptime))
  }

  /// Some thirty thousand years.
  private static let longestUptime: Int64 = 1_000_000_000_000_000
}
