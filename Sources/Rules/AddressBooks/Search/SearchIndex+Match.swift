extension SearchIndex {
  /// How far a contact is that has nothing of what is looked for.
  static let nowhere = UInt8.max

  /// The least letters of a word in which a slip of the hand is looked for.
  static let leastLettersOfSlips = 4

  /// Added to the distance of a word that is found but for a slip.
  private static let slip: UInt8 = 8

  /// Lowers the distance of each contact that has `word`; `distances` has a place for each slot.
  func measure(_ word: SearchWord, into distances: inout [UInt8]) {
    measure(word, in: heads.indices, into: &distances)
    for row in numbers.indices where word.digits != nil {
      lower(&distances, of: numberOwners[row], to: distance(of: word, atNumber: row))
    }
  }

  /// How far `word` is from the contact at `slot`.
  func distance(of word: SearchWord, from slot: Slot, using distances: inout [UInt8]) -> UInt8 {
    distances[Int(slot)] = Self.nowhere
    measure(word, in: words(of: slot), into: &distances)
    for row in numbers(of: slot) where word.digits != nil {
      lower(&distances, of: slot, to: distance(of: word, atNumber: row))
    }
    return distances[Int(slot)]
  }

  private func measure(_ word: SearchWord, in rows: Range<Int>, into distances: inout [UInt8]) {
    let wanted = word.head
    let seeksSlips = word.letters.count >= Self.leastLettersOfSlips && word.digits == nil
    for row in rows {
      let head = heads[row]
      if wanted.begins(head) {
        lower(&distances, of: owners[row], to: distance(of: word, at: row))
      } else if seeksSlips, wanted.mightSlipInto(head) {
        lower(&distances, of: owners[row], to: slipDistance(of: word, at: row))
      }
    }
    for name in word.otherNames {
      for row in rows where heads[row] == name.letters {
        lower(&distances, of: owners[row], to: SearchField.otherName.distance)
      }
    }
  }

  @inline(__always)
  private func lower(_ distances: inout [UInt8], of slot: Slot, to distance: UInt8) {
    distances[Int(slot)] = min(distances[Int(slot)], distance)
  }

  /// How far the word at `row` is from `word`, the first four letters of which it begins with.
  private func distance(of word: SearchWord, at row: Int) -> UInt8 {
    let (field, length) = (fields[row], Int(spans[row].count))
    guard field.takes(word) else { return Self.nowhere }
    guard word.letters.count <= TermHead.most || text.text(spans[row], begins: word.letters) else {
      return slipDistance(of: word, at: row)
    }
    return length == word.letters.count ? field.distance : field.distance + 1
  }

  private func slipDistance(of word: SearchWord, at row: Int) -> UInt8 {
    guard word.digits == nil, text.text(spans[row], beginsButForOneSlip: word.letters)
    else { return Self.nowhere }
    return fields[row].distance + Self.slip
  }

  private func distance(of word: SearchWord, atNumber row: Int) -> UInt8 {
    guard let place = word.digits?.place(in: numbers[row]) else { return Self.nowhere }
    return place == 0 ? 4 : 6
  }
}
