public import Vocabulary

/// The animations of the home tab, with variants for reduced motion.
///
/// An app needs it to animate as the user's setting for motion allows.
public enum Motion: String, CaseIterable, Sendable {
  /// The card of a pair slides away.
  case slide
  /// The card of a pair fades, where motion is reduced.
  case fade
  /// The arrow of the score's card appears with an animation.
  case animated
  /// A section expands and collapses with a spring.
  case spring
  /// The refresh spinner of the app's own design.
  case custom
  /// The system's own.
  case standard
  /// The change is immediate, where motion is reduced.
  case none

  /// Returns the animation with which the card of a pair leaves.
  public static func cardLeaves(reduced: Bool) -> Motion { reduced ? .fade : .slide }
  /// The duration of that animation, with the design's name for it.
  public static let cardLeavesIn = Interval.milliseconds(250)
  /// The design's name of that duration.
  public static let cardLeavesToken = "rin.motion.dedupDismiss"
  /// Returns the animation with which the arrow of the score's card appears.
  public static func scoreArrow(reduced: Bool) -> Motion { reduced ? .none : .animated }
  /// Returns the animation with which a section expands and collapses.
  public static func sectionToggles(reduced: Bool) -> Motion { reduced ? .none : .spring }
  /// Returns the animation of the refresh spinner.
  public static func refreshSpins(reduced: Bool) -> Motion { reduced ? .standard : .custom }
}

extension SectionRules {
  static let motion: [Rule] = [
    Rule("DUP-08", "The card of a pair takes 250 ms to leave."),
    Rule("VOX-16", "With reduced motion a card fades instead of sliding away."),
    Rule("VOX-17", "With reduced motion the score's arrow stands still."),
    Rule("VOX-18", "With reduced motion sections open at once, and the spinner is the system's."),
  ]
}
