/// The alternative hypothesis of a test: the departure from "no difference".
public enum Alternative: Sendable, Hashable, CaseIterable {
  /// The first is greater or less than the second.
  case different
  /// The first is less than the second.
  case less
  /// The first is greater than the second.
  case greater
}
