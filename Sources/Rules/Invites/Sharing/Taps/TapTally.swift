import Vocabulary

/// The taps of one path through a flow, both as they are and as the documents count them.
public struct TapTally: Hashable, Sendable, BitwiseCopyable {
  /// The number of taps as they are, every one counted.
  public private(set) var literal = 0
  private var entryTapped = false
  private var screenTapped = false
  private var sheetTapped = false

  /// Creates a tally without taps.
  public init() {}

  /// The documents' count: one tap for each of the entry, the app's screens together, and the
  /// sheet.
  ///
  /// They treat choosing a target as sending, and picking and composing as one screen; they leave
  /// out the permission.
  public var asSpecified: Int {
    (entryTapped ? 1 : 0) + (screenTapped ? 1 : 0) + (sheetTapped ? 1 : 0)
  }

  /// Adds the taps of one event; `nil` adds none.
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

/// The decision whether a number of taps meets the budget of the sender.
///
/// An app needs it in its tests, to hold its flow to the budget.
public enum TapVerdict: Hashable, Sendable {
  /// The policy sets no budget, as under rin.
  case noBudget
  /// The number of taps is at most the budget.
  case within(taps: Int, budget: Int)
  /// The number of taps exceeds the budget.
  case over(taps: Int, budget: Int)
}

extension MetricPolicy {
  /// Returns the taps in `count`, in the policy's way of counting.
  public func taps(in count: TapTally) -> Int {
    switch tapCount {
    case .literal: count.literal
    case .asSpecified: count.asSpecified
    }
  }

  /// Returns whether the sender's path meets the policy's budget.
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

/// The user's taps for one event of a flow.
public struct Tap: Hashable, Sendable, BitwiseCopyable {
  /// The place of the taps.
  public enum Place: String, CaseIterable, Sendable, BitwiseCopyable {
    /// The entry point that opens the flow.
    case entry
    /// The app's own screens.
    case screen
    /// The explainer, the system's question, and its Settings.
    case permission
    /// The share sheet and the screens that it opens.
    case sheet
  }

  /// The place of the taps, by which the documents count them.
  public var place: Place
  /// The number of taps; 2 for a share whose target opens a draft, or is unknown.
  public var count: Int

  /// Creates `count` taps at `place`.
  public init(_ place: Place, count: Int = 1) {
    self.place = place
    self.count = count
  }
}

extension SheetResult {
  /// Choosing the target, and sending the draft where the target opens one.
  var tap: Tap {
    switch self {
    case .completed(let target, _):
      Tap(.sheet, count: target?.asksToSend == false ? 1 : 2)
    case .cancelled: Tap(.sheet)
    }
  }
}
