public import Vocabulary

/// The record of one tap on an invite link, to which a launch is matched.
public struct ClickFootprint: Hashable, Sendable, BitwiseCopyable {
  /// The signals of the browser that opened the link.
  public var signals: DeviceSignals
  /// The order of clicks at one instant; unique to each click.
  public var sequence: UInt64
  /// The moment of the tap.
  public var at: Instant
  /// The code that was tapped, as an opaque integer.
  public var link: UInt64
  /// The browser, where a cookie identifies it; zero without a cookie.
  public var visitor: UInt64
  /// Whether an install was matched to it before.
  public var isSpent = false
  /// Whether only the place of the click is left, because a person's data was deleted.
  public private(set) var isErased = false

  /// Creates the record of a tap, to which no install was matched yet.
  public init(
    sequence: UInt64, at: Instant, link: UInt64, visitor: UInt64 = 0, signals: DeviceSignals
  ) {
    self.signals = signals
    self.sequence = sequence
    self.at = at
    self.link = link
    self.visitor = visitor
  }
}

extension ClickFootprint {
  /// The click without its signals, to which no launch is matched.
  public var erased: ClickFootprint {
    var blank = ClickFootprint(sequence: sequence, at: at, link: 0, signals: DeviceSignals())
    blank.isErased = true
    return blank
  }

  /// The click's place in time; clicks of one instant are ordered by sequence.
  var order: ClickOrder { ClickOrder(at: at, sequence: sequence) }
}

/// A place in the order of clicks, unique to each click.
struct ClickOrder: Hashable, Comparable, BitwiseCopyable {
  let at: Instant
  let sequence: UInt64

  static func < (left: ClickOrder, right: ClickOrder) -> Bool {
    left.at == right.at ? left.sequence < right.sequence : left.at < right.at
  }
}

extension MatchingRules {
  static let clicks: [Rule] = [
    Rule("RES-13", "Each tap of a person leaves a click record: its code, its device, its time.")
  ]
}
