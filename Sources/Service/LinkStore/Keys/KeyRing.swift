import Vocabulary

/// The keys in memory: their owners, the number of rows that each seals, and the unused ones.
///
/// The number of a key is its place in the file, which is never used again. A key that seals no row
/// is released, and then destroyed.
struct KeyRing {
  /// The place of no key.
  static let nowhere: UInt32 = 0

  /// The keys by place; `.none` for a destroyed one.
  private var keys: [SealingKey] = [.none]
  /// The number of rows that name the person of each place.
  private var uses: [UInt32] = [0]
  private var places: [PrincipalID: UInt32] = [:]
  /// The first place that was never used.
  private(set) var next: UInt32 = 1
  /// Places without rows, with their owners; they may be used again.
  private var idle: [UInt32: PrincipalID] = [:]
  /// The number of rows of people without a key, until their turn is reverted.
  private var keyless: [PrincipalID: Int] = [:]

  /// The number of unused keys.
  var spare: Int { keys.count - Int(next) }

  subscript(place: UInt32) -> SealingKey { keys[Int(place)] }

  /// Appends keys that are in the file.
  mutating func append(_ fresh: [SealingKey]) {
    keys += fresh
    uses += repeatElement(0, count: fresh.count)
  }

  /// All people who have a key.
  var people: some Collection<PrincipalID> { places.keys }

  /// The place of a person's key; `nil` without one.
  func place(of person: PrincipalID) -> UInt32? { places[person] }

  /// Takes the next unused key; `nil` if there is none.
  mutating func takeSpare() -> UInt32? {
    guard spare > 0 else { return nil }
    next += 1
    return next - 1
  }

  /// Records the place of a person, as a row states it.
  mutating func seat(_ person: PrincipalID, at place: UInt32) {
    next = max(next, place + 1)
    places[person] = place
  }

  /// Marks all places before `place` as used.
  mutating func goOn(from place: UInt32) { next = max(next, place) }

  /// Counts a row that names the person, and assigns a key if they have none; returns whether there
  /// was one.
  mutating func use(_ person: PrincipalID) -> Bool {
    if let place = places[person] {
      uses[Int(place)] += 1
      return true
    }
    guard keyless[person] == nil, let place = takeSpare() else {
      keyless[person, default: 0] += 1
      return false
    }
    places[person] = place
    uses[Int(place)] += 1
    return true
  }

  /// Counts one row of the person less.
  mutating func release(_ person: PrincipalID) {
    if let count = keyless[person] {
      keyless[person] = count > 1 ? count - 1 : nil
    } else if let place = places[person] {
      uses[Int(place)] -= 1
      if uses[Int(place)] == 0 { idle[place] = person }
    }
  }

  /// A released key and its owner; `nil` if the owner has another key.
  typealias Leaving = (place: UInt32, person: PrincipalID?)

  /// Releases and returns the keys that seal no row.
  mutating func letGo() -> [Leaving] {
    var leaving: [Leaving] = []
    for (place, person) in idle.sorted(by: { $0.key < $1.key }) where uses[Int(place)] == 0 {
      let isTheirs = places[person] == place
      if isTheirs { places[person] = nil }
      leaving.append((place, isTheirs ? person : nil))
    }
    idle = [:]
    return leaving
  }

  /// Restores released keys that were not destroyed; a row may use them again.
  mutating func takeBack(_ leaving: [Leaving]) {
    for (place, person) in leaving {
      guard let person else { continue }
      if let other = places.updateValue(place, forKey: person) { idle[other] = person }
      idle[place] = person
    }
  }

  /// Removes destroyed keys from memory.
  mutating func forget(_ gone: [UInt32]) {
    for place in gone { keys[Int(place)] = .none }
  }

  /// The used places whose keys seal no row.
  var unused: [UInt32] { (1..<next).filter { uses[Int($0)] == 0 } }
}
