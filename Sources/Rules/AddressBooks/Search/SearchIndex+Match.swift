extension SearchIndex {
  /// The least length of a word in which a typing error is tolerated.
  static let leastLettersOfSlips = 4

  /// The addition to the distance of a field for the quality of the match.
  private enum Likeness {
    static let whole: UInt8 = 0
    static let beginning: UInt8 = 1
    static let slip: UInt8 = 8
  }

  /// Enters each contact that has `word` into `reach`.
  func measure(_ word: SearchWord, into reach: inout SearchReach) {
    for number in words.heads.indices {
      guard let likeness = likeness(of: word, to: number) else { continue }
      forEachRow(of: number) { row in
        if fields[row].takes(word) {
          reach.lower(owners[row], to: fields[row].distance + likeness)
        }
      }
    }
    for name in word.otherNames {
      for number in words.heads.indices where words.heads[number] == name.letters {
        forEachRow(of: number) { reach.lower(owners[$0], to: SearchField.otherName.distance) }
      }
    }
    for row in numbers.indices where word.digits != nil {
      let distance = distance(of: word, atNumber: row)
      if distance != SearchReach.nowhere { reach.lower(numberOwners[row], to: distance) }
    }
  }

  /// Returns the distance of `word` from the contact at `slot`.
  func distance(of word: SearchWord, from slot: Slot) -> UInt8 {
    var least = SearchReach.nowhere
    for row in rows(of: slot) {
      let number = Int(rowWords[row])
      if let likeness = likeness(of: word, to: number), fields[row].takes(word) {
        least = min(least, fields[row].distance + likeness)
      }
      if word.otherNames.contains(where: { $0.letters == words.heads[number] }) {
        least = min(least, SearchField.otherName.distance)
      }
    }
    for row in numberRows(of: slot) where word.digits != nil {
      least = min(least, distance(of: word, atNumber: row))
    }
    return least
  }

  /// Returns the quality of the match of word `number` of the index with `word`; `nil` for none.
  @inline(__always)
  private func likeness(of word: SearchWord, to number: Int) -> UInt8? {
    let head = words.heads[number]
    if word.head.begins(head) { return likeness(of: word, beginningAs: number) }
    guard word.allowsSlips, word.head.mightSlipInto(head) else { return nil }
    return slipLikeness(of: word, to: number)
  }

  /// Returns the same for a word that begins with the first four letters of `word`.
  private func likeness(of word: SearchWord, beginningAs number: Int) -> UInt8? {
    let span = words.span(number)
    guard word.letters.count <= TermHead.most || words.text.text(span, begins: word.letters) else {
      return word.allowsSlips ? slipLikeness(of: word, to: number) : nil
    }
    return Int(span.count) == word.letters.count ? Likeness.whole : Likeness.beginning
  }

  private func slipLikeness(of word: SearchWord, to number: Int) -> UInt8? {
    words.text.text(words.span(number), beginsButForOneSlip: word.letters) ? Likeness.slip : nil
  }

  private func distance(of word: SearchWord, atNumber row: Int) -> UInt8 {
    guard let place = word.digits?.place(in: numbers[row]) else { return SearchReach.nowhere }
    return place == 0 ? 4 : 6
  }
}
