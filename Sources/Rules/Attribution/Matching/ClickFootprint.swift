public import Vocabulary

/// What is kept of one tap on an invite link, for a first launch to be matched against.
public struct ClickFootprint: Hashable, Sendable, BitwiseCopyable {
  public var signals: DeviceSignals
  /// Orders the clicks of one instant; no two clicks share it.
  public var sequence: UInt64
  public var at: Instant
  /// The code that was tapped, as an opaque integer.
  public var link: UInt64
  /// The browser, where a cookie tells it apart; zero if none does.
  public var visitor: UInt64
  /// Whether an install was matched to it before.
  public var isSpent = false
  /// Whether nothing but its place is left, since somebody's data was deleted.
  public private(set) var isErased = false

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
  /// The click without anything that it told: no launch is matched to it.
  public var erased: ClickFootprint {
    var blank = ClickFootprint(sequence: sequence, at: at, link: 0, signals: DeviceSignals())
    blank.isErased = true
    return blank
  }

  /// Where the click stands in time; clicks of one instant stand in order of sequence.
  var order: ClickOrder { ClickOrder(at: at, sequence: sequence) }
}

/// A place in the order of clicks, which no two clicks share.
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
