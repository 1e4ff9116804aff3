import Vocabulary

/// The letters at the edge of the list, under a moving finger.
public struct SectionScrubber: Hashable, Sendable {
  /// The response to a touch.
  public struct Jump: Hashable, Sendable {
    /// The row that comes to the top.
    public let row: Int
    /// Whether there is haptic feedback, once for each letter reached.
    public let isFelt: Bool
  }

  /// A letter, and the row that it leads to.
  public struct Letter: Hashable, Sendable {
    /// A letter of the collation, or "#".
    public let title: String
    /// The first row of the letter's heading, or of the next one; the last row if none follows.
    public let row: Int
  }

  /// The letters, "#" last.
  public let letters: [Letter]
  private var current: Int?

  /// Creates the letters of `list`; `nil` where the list is not alphabetical.
  ///
  /// A letter without names leads to the next one that has names.
  public init?(_ list: ContactList) {
    guard list.options.showsScrubber else { return nil }
    let isReversed = list.options.sort == .nameDescending
    let titles = (isReversed ? list.letters.reversed() : list.letters) + ["#"]
    var next = list.count
    let last = max(0, list.count - 1)
    var letters: [Letter] = []
    for title in titles.reversed() {
      next = list.start(of: title) ?? next
      letters.append(Letter(title: title, row: min(next, last)))
    }
    self.letters = letters.reversed()
  }

  /// Moves the finger to a letter.
  public mutating func touch(_ place: Int) -> Jump? {
    guard letters.indices.contains(place) else { return nil }
    defer { current = place }
    return Jump(row: letters[place].row, isFelt: current != place)
  }

  /// Lifts the finger.
  public mutating func lift() { current = nil }
}

extension ContactRules {
  static let scrubber: [Rule] = [
    Rule("IDX-02", "A letter leads to its heading, and a moving finger from letter to letter."),
    Rule("IDX-04", "Every new letter is felt once; staying on one is not felt."),
  ]
}
