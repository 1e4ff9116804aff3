internal import GrowthloopFindings
internal import Vocabulary

/// An operator's correction of the time.
public struct OperatorWord: Hashable, Sendable {
  public let count: ClockCount
  /// The start of the machine that the count belongs to.
  public let boot: String?

  public init(_ count: ClockCount, boot: String?) {
    self.count = count
    self.boot = boot
  }
}

extension OperatorWord {
  var json: JSONValue {
    [
      "format": .integer(ClockRecord.format), "moment": .text(count.moment.iso8601),
      "uptime": .integer(count.uptime.milliseconds), "boot": boot.map { .text($0) } ?? .null,
    ]
  }

  init?(_ json: JSONValue) {
    guard let count = ClockCount(json) else { return nil }
    self.init(count, boot: json["boot"]?.word)
  }
}
