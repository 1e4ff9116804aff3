import Vocabulary

extension CopyPolicy {
  /// Returns the text of the weightiest part; of parts without a rank, and of equals, the first.
  ///
  /// There must be a text. Those that lose are kept, so that a what-if can let them win.
  func choose<Text>(among texts: [Text], by part: (Text) -> Source?) -> Text {
    let weightiest = texts.enumerated().min { left, right in
      (rank(part(left.element)), left.offset) < (rank(part(right.element)), right.offset)
    }
    guard let weightiest else { preconditionFailure("there is no text to choose among") }
    return weightiest.element
  }

  private func rank(_ part: Source?) -> Int {
    part.flatMap { precedence.firstIndex(of: $0) } ?? precedence.count
  }
}

extension SharingRules {
  static let precedence: [Rule] = [
    Rule("CNF-59", "Of two texts for one situation the precedence of parts picks one.")
  ]
}
