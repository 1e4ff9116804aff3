/// The picture of a contact in a row of the list or on a card.
public enum Avatar: Hashable, Sendable {
  /// The contact's photo, which the app loads; until it is there the initials are drawn.
  case photo(until: String)
  /// The initials in place of a photo; empty for a contact without a name.
  case initials(String)

  /// The initials, which need no loading.
  public var initials: String {
    switch self {
    case .photo(let initials), .initials(let initials): initials
    }
  }

  /// Returns what is drawn, given whether the photo has been loaded.
  public func drawn(isLoaded: Bool) -> Avatar { isLoaded ? self : .initials(initials) }
}
