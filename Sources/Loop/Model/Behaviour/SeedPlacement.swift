/// Who the start members are.
public enum SeedPlacement: String, CaseIterable, Hashable, Sendable {
  /// Anyone: all people are equally likely.
  case random
  /// Whole communities, one after another, from one that is drawn.
  case dense
  /// As many of each community, as far as the number goes.
  case spread
  /// Those with the most contacts.
  case connected
}
