extension SearchIndex {
  /// How far a contact is that has nothing of what is looked for.
  static let nowhere = UInt8.max

  /// Added to the distance of a word that is found but for a slip.
  private static let slip: UInt8 = 8

  /// Lowers the distance of each contact that has `word`; `distances` has a place for each slot.
  func measure(_ word: SearchWord, into distances: inout [UInt8]) {
    let (wanted, mask) = (word.head.letters, word.head.mask)
    let seeksSlips = word.letters.count >= OneSlip.leastLetters && word.digits == nil
    for row in heads.indices {
      let head = heads[row]
      if (head ^ wanted) & mask == 0 {
        lower(&distances, at: row, to: distance(of: word, at: row))
      } else if seeksSlips, word.head.mightSlipInto(head) {
        lower(&distances, at: row, to: slipDistance(of: word, at: row))
      }
    }
    for name in word.otherNames { measure(name, into: &distances) }
    if let digits = word.digits { measure(digits, into: &distances) }
  }

  private func lower(_ distances: inout [UInt8], at row: Int, to distance: UInt8) {
    let slot = Int(owners[row])
    distances[slot] = min(distances[slot], distance)
  }

  /// How far the word at `row` is from `word`, the first eight letters of which it begins with.
  private func distance(of word: SearchWord, at row: Int) -> UInt8 {
    let (field, length) = (fields[row], Int(spans[row].count))
    guard word.letters.count >= field.leastLetters else { return Self.nowhere }
    if word.letters.count > TermHead.most, !text[spans[row]].starts(with: word.letters) {
      return slipDistance(of: word, at: row)
    }
    return length == word.letters.count ? field.distance : field.distance + 1
  }

  private func slipDistance(of word: SearchWord, at row: Int) -> UInt8 {
    guard fields[row] != .otherName, OneSlip.parts(word.letters[...], from: text[spans[row]])
    else { return Self.nowhere }
    return fields[row].distance + Self.slip
  }

  private func measure(_ name: TermHead, into distances: inout [UInt8]) {
    for row in heads.indices where heads[row] == name.letters {
      lower(&distances, at: row, to: fields[row].distance)
    }
  }

  private func measure(_ digits: PhoneNeedle, into distances: inout [UInt8]) {
    for row in numbers.indices {
      guard let place = digits.place(in: numbers[row]) else { continue }
      let slot = Int(numberOwners[row])
      distances[slot] = min(distances[slot], place == 0 ? 4 : 6)
    }
  }
}
