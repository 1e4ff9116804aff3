import Vocabulary

/// The taps of one way through a flow, counted as they are and as the documents count.
public struct TapTally: Hashable, Sendable, BitwiseCopyable {
  public private(set) var literal = 0
  private var entryTapped = false
  private var screenTapped = false
  private var sheetTapped = false

  public init() {}

  /// The documents' way: one tap for each of the entry, the app's screens together, and the sheet.
  ///
  /// They take choosing a target for sending, hold that picking and composing are one screen, and
  /// leave out the permission.
  public var asSpecified: Int {
    (entryTapped ? 1 : 0) + (screenTapped ? 1 : 0) + (sheetTapped ? 1 : 0)
  }

  public mutating func add(_ tap: Tap?) {
    guard let tap else { return }
    literal += tap.count
    switch tap.place {
    case .entry: entryTapped = true
    case .screen: screenTapped = true
    case .sheet: sheetTapped = true
    case .permission: break
    }
  }
}

/// Whether a number of taps keeps the budget of the sender.
public enum TapVerdict: Hashable, Sendable {
  case noBudget
  case within(taps: Int, budget: Int)
  case over(taps: Int, budget: Int)
}

extension MetricPolicy {
  /// The taps in `count`, in the policy's way of counting.
  public func taps(in count: TapTally) -> Int {
    switch tapCount {
    case .literal: count.literal
    case .asSpecified: count.asSpecified
    }
  }

  /// Returns whether the sender's way keeps the policy's budget.
  public func judge(_ count: TapTally) -> TapVerdict {
    guard let senderTapBudget else { return .noBudget }
    let taps = taps(in: count)
    return taps <= senderTapBudget
      ? .within(taps: taps, budget: senderTapBudget) : .over(taps: taps, budget: senderTapBudget)
  }
}

extension SharingRules {
  static let taps: [Rule] = [
    Rule("P-TAP-01", "The sender's budget is two taps."),
    Rule("P-TAP-06", "What happens by itself adds no tap."),
    Rule("P-TAP-08", "Taps are counted by walking the flow: sending a draft is one more."),
    Rule("D-TAP-02", "The budget is three taps from entry to first invite sent."),
    Rule("D-TAP-03", "The worksheet counts entry, contacts, Send; the success screen adds none."),
    Rule("D-TAP-04", "Without permission the worksheet counts three taps too."),
    Rule("D-TAP-09", "Counted literally the happy path takes six taps."),
    Rule("CNF-22", "Taps are counted literally or as the documents count."),
  ]
}
