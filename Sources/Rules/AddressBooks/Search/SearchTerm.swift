/// The part of a contact that contains a word.
enum SearchField: UInt8, Sendable, BitwiseCopyable {
  case name
  case nickname
  /// A family of names that the given name belongs to: Bob and Robert.
  case otherName
  case organisation
  case email
  /// Behind the @ of an e-mail address.
  case domain

  /// The distance of a whole word in this field from the user's likely intent; less is nearer.
  var distance: UInt8 {
    switch self {
    case .name: 1
    case .nickname: 2
    case .otherName, .organisation: 4
    case .email: 5
    case .domain: 7
    }
  }

  /// Returns whether `word` is enough to search for it here: one letter would find every ".com".
  func takes(_ word: SearchWord) -> Bool {
    self != .domain || word.isInAddress || word.letters.count >= 3
  }
}

extension Contact {
  /// Calls `body` with each word by which the contact is found, folded, and its field.
  func forEachTerm(_ body: ([UInt16], SearchField) -> Void) {
    for part in [name.given, name.middle, name.family] {
      SearchWord.forEach(in: part) { body($0, .name) }
    }
    for family in SearchWord.otherNames(of: name.given) { body(family, .otherName) }
    SearchWord.forEach(in: name.nickname) { body($0, .nickname) }
    SearchWord.forEach(in: name.organisation) { body($0, .organisation) }
    for email in emails {
      let at = email.lastIndex(of: "@") ?? email.endIndex
      SearchWord.forEach(in: email[..<at]) { body($0, .email) }
      SearchWord.forEach(in: email[at...]) { body($0, .domain) }
    }
  }
}
