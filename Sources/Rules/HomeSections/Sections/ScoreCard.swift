import Vocabulary

/// The card of a changed score, ready to be drawn.
public struct ScoreCard: Hashable, Sendable {
  /// The direction in which the score went, in the word of the card.
  public enum Arrow: String, CaseIterable, Sendable {
    /// A rise, or a drop.
    case up, down
  }

  /// The first line: "Your Rin Score", with the name of the app.
  public let title: String
  /// The score after the change, in digits.
  public let score: String
  /// The change since the user's last visit, with its sign: "+5", "-3".
  public let delta: String
  /// The direction of the change.
  public let arrow: Arrow
  /// The name of the colour of arrow and delta.
  public let colour: String
  /// The tier and the previous score: "Good - up from 69".
  public let tierLine: String
  /// The label of the card's button, which switches to the tab of the score.
  public let action = "View Score"

  /// Creates the card; `tier` is the name of the score's tier: "Good".
  ///
  /// The documents give no words for a drop; "down from" is ours, by the words for a rise.
  public init?(_ watch: ScoreWatch, tier: String, app: String) {
    guard watch.delta != 0 else { return nil }
    arrow = watch.delta > 0 ? .up : .down
    title = "Your \(app) Score"
    score = "\(watch.score)"
    delta = "\(arrow == .up ? "+" : "")\(watch.delta)"
    colour = "\(app.lowercased()).score.\(tier.lowercased())"
    tierLine = "\(tier) - \(arrow.rawValue) from \(watch.previous)"
  }
}

extension SectionRules {
  static let scoreCard: [Rule] = [
    Rule("SCO-04", "The card: \"Your Rin Score\", the score, its change, \"Good - up from 69\"."),
    Rule("SCO-05", "The arrow points where the score went, in the colour of the tier."),
    Rule("SCO-06", "The label has the tier and the previous score."),
  ]
}
