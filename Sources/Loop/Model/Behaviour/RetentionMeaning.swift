/// What the proportions of retention are of.
public enum RetentionMeaning: String, CaseIterable, Hashable, Sendable {
  /// Newcomers with a session on that day, as analytics services count them.
  case activity
  /// Newcomers who have not stopped using the app by then, whether or not they opened it that day.
  case stay
}
