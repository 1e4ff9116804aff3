/// What part of a contact a word of it stands in.
enum SearchField: UInt8, Sendable, BitwiseCopyable {
  case name
  case nickname
  /// A family of names that the given name belongs to: Bob and Robert.
  case otherName
  case organisation
  case email
  /// Behind the @ of an e-mail address.
  case domain

  /// How far a whole word here is from what someone most likely meant; less is nearer.
  var distance: UInt8 {
    switch self {
    case .name: 1
    case .nickname: 2
    case .otherName, .organisation: 4
    case .email: 5
    case .domain: 7
    }
  }

  /// Whether `word` is enough to look for it here: one letter would find every ".com".
  func takes(_ word: SearchWord) -> Bool {
    self != .domain || word.isInAddress || word.letters.count >= 3
  }
}

extension Contact {
  /// Calls `body` with each word that the contact is found by, folded, and where it stands.
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
