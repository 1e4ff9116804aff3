import GrowthloopModel
import Statistics

/// The clicks that a completed share brings: its recipients times their chance to tap.
///
/// The sources count these, and neither factor by itself.
public enum SharedClicks {
  /// The clicks a share that Friendbuy counts.
  static let sourced = 1.8...2.8

  /// Returns a remark on the variants that leave the sourced number, where the base keeps it; `remedy`
  /// ends it.
  public static func remark(
    on variants: [Setup], besides base: Setup, remedy: String
  ) -> String? {
    guard sourced.contains(clicks(base)) else { return nil }
    let outside = variants.filter { setup in
      let clicks = clicks(setup)
      // A hundredth of tolerance, for ends that are rounded.
      return clicks < sourced.lowerBound * 0.99 || clicks > sourced.upperBound * 1.01
    }
    guard let first = outside.first else { return nil }
    let others = outside.count > 1 ? " (and \(outside.count - 1) more)" : ""
    return
      "\(first.name)\(others) makes \(NumberText.significant(clicks(first))) clicks a share, which is "
      + "sharing.recipients × recipients.tap; the source counts \(sourced.lowerBound) to "
      + "\(sourced.upperBound). \(remedy)"
  }

  private static func clicks(_ setup: Setup) -> Double {
    setup.plan.behaviour.sharing.recipients * setup.plan.behaviour.recipients.tap
  }
}
