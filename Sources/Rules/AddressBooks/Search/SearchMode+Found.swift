extension SearchMode {
  /// Returns the second line of a found row; `nil` for the usual one.
  ///
  /// A contact found by a number or an address, and not by a name, shows that one.
  public static func foundBy(_ text: String, in contact: Contact) -> String? {
    let query = SearchQuery(text)
    let isNamed = query.words.allSatisfy { word in
      var isFound = false
      contact.forEachTerm { term, field in
        if field != .email, field != .domain {
          isFound = isFound || term.starts(with: word.letters)
        }
      }
      return isFound
    }
    if isNamed { return nil }
    for phone in contact.phones {
      if query.words.contains(where: { $0.digits?.place(in: phone.digits) != nil }) {
        return phone.text
      }
    }
    return contact.emails.first { email in
      var words: [[UInt16]] = []
      SearchWord.forEach(in: email) { words.append($0) }
      return query.words.contains { word in words.contains { $0.starts(with: word.letters) } }
    }
  }
}
