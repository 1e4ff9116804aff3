import Vocabulary

/// The keys under which an entry is looked up: two entries are compared if they share one.
///
/// Each key joins two fields, so that it is rare, and each field is absent from some key. Whatever
/// two fields of an address and a name are wrong, some key is left.
struct BlockingKeys {
  private let columns: DuplicateColumns
  private let nameStarts: [UInt64]
  private let nameSounds: [UInt64]
  private let streetStarts: [UInt64]
  private let placeStarts: [UInt64]

  init(of columns: DuplicateColumns) {
    self.columns = columns
    nameStarts = columns.names.map { Self.start($0, letters: 3) }
    nameSounds = columns.names.map { SoundKey.key(of: $0) }
    streetStarts = columns.streets.map { Self.start($0, letters: 4) }
    placeStarts = columns.places.map { Self.start($0, letters: 4) }
  }

  /// Calls `body` with each key of a record; the same key may come twice.
  func forEach(of record: Int, _ body: (UInt64) -> Void) {
    let entry = columns.entries[record]
    for list in [entry.phones, entry.emails] {
      for word in columns[list] { body(Self.key(.reach, Self.number(word), 1)) }
    }
    let names = [entry.given, entry.family]
    let lines = [entry.street, entry.extra].map { Self.value(streetStarts, $0) }
    let number = Self.number(entry.number)
    let postcode = Self.number(entry.postcode)
    let locality = Self.value(placeStarts, entry.locality)

    func emit(_ kind: Kind, _ first: UInt64, _ second: UInt64) {
      if first != 0, second != 0 { body(Self.key(kind, first, second)) }
    }
    func emitUnordered(_ kind: Kind, _ pair: [UInt64]) {
      emit(kind, min(pair[0], pair[1]), max(pair[0], pair[1]))
    }
    emitUnordered(.sounds, names.map { Self.value(nameSounds, $0) })
    emitUnordered(.starts, names.map { Self.value(nameStarts, $0) })
    for name in names {
      let sound = Self.value(nameSounds, name)
      emit(.nameAndLocality, Self.value(nameStarts, name), locality)
      emit(.soundAndNumber, sound, number)
      emit(.soundAndPostcode, sound, postcode)
      for line in lines { emit(.soundAndLine, sound, line) }
    }
    for line in lines {
      emit(.lineAndNumber, line, number)
      emit(.lineAndPostcode, line, postcode)
      emit(.lineAndLocality, line, locality)
    }
    emitUnordered(.lines, lines)
    emit(.place, locality, postcode)
    emit(.numberAndPostcode, number, postcode)
  }

  private enum Kind: UInt64 {
    case reach, sounds, starts, nameAndLocality, soundAndNumber, soundAndPostcode, soundAndLine
    case lineAndNumber, lineAndPostcode, lineAndLocality, lines, place, numberAndPostcode
  }

  /// Returns the first letters of a word, as a number that is never zero.
  private static func start(_ word: ArraySlice<UInt8>, letters: Int) -> UInt64 {
    word.prefix(letters).reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func number(_ word: Lexicon.Word) -> UInt64 { UInt64(word + 1) }

  private static func value(_ values: [UInt64], _ word: Lexicon.Word) -> UInt64 {
    word < 0 ? 0 : values[Int(word)]
  }

  private static func key(_ kind: Kind, _ first: UInt64, _ second: UInt64) -> UInt64 {
    let joined = first &* 0x9E37_79B9_7F4A_7C15 ^ second &* 0xC2B2_AE3D_27D4_EB4F
    return (joined &+ kind.rawValue &* 0x1656_67B1_9E37_79F9).mixed
  }
}
