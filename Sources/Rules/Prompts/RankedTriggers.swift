import Vocabulary

/// Triggers in falling order of priority, in two words of memory.
///
/// A policy that owns no memory can be copied to its callers at no cost.
struct RankedTriggers: Hashable, Sendable, BitwiseCopyable {
  /// Four bits for the ordinal of each.
  private var ordinals: UInt64 = 0
  private(set) var all: PromptTrigger.Set = []

  /// A trigger that is named again keeps its first place.
  init(_ triggers: [PromptTrigger]) {
    for trigger in triggers where !all.contains(trigger) {
      ordinals |= UInt64(trigger.ordinal) << (4 * UInt64(all.count))
      all.insert(trigger)
    }
  }

  /// Returns the first of them that is one of `met`.
  func first(of met: PromptTrigger.Set) -> PromptTrigger? {
    guard !all.intersection(met).isEmpty else { return nil }
    var rest = ordinals
    for _ in 0..<all.count {
      let trigger = PromptTrigger(ordinal: UInt8(rest & 15))
      if met.contains(trigger) { return trigger }
      rest >>= 4
    }
    return nil
  }

  var list: [PromptTrigger] {
    (0..<all.count).map { PromptTrigger(ordinal: UInt8(ordinals >> (4 * UInt64($0)) & 15)) }
  }
}

extension PromptTrigger {
  /// The trigger with this place among its kind.
  fileprivate init(ordinal: UInt8) {
    switch ordinal {
    case 0: self = .dedupReview
    case 1: self = .contactThreshold
    case 2: self = .scoreMilestone
    case 3: self = .keyAction
    case 4: self = .socialContent
    case 5: self = .emptyState
    case 6: self = .thirdSession
    case 7: self = .contactsPermission
    default: self = .postAction
    }
  }
}
