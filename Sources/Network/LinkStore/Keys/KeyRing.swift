import Sealing
import Vocabulary

/// The keys in memory: who has which, how many rows each seals, and which wait to be used.
///
/// The number of a key is that of its place in the file, and no place is ever used twice. A key that
/// seals nothing any more is let go, to be destroyed.
struct KeyRing {
  /// No key: where none could be made.
  static let nowhere: UInt32 = 0

  /// By place; none where it is gone.
  private var keys: [SealingKey] = [.none]
  /// How many rows name the person of a place.
  private var uses: [UInt32] = [0]
  private var places: [PrincipalID: UInt32] = [:]
  /// The first place that was never used.
  private(set) var next: UInt32 = 1
  /// Places whose last use ended, and of whom; they may be in use again.
  private var idle: [UInt32: PrincipalID] = [:]
  /// For whom there was no key, until the turn is taken back that they came with.
  private var keyless: [PrincipalID: Int] = [:]

  /// How many keys wait to be used.
  var spare: Int { keys.count - Int(next) }

  subscript(place: UInt32) -> SealingKey { keys[Int(place)] }

  /// Adds keys that are in the file, behind all others.
  mutating func append(_ fresh: [SealingKey]) {
    keys += fresh
    uses += repeatElement(0, count: fresh.count)
  }

  /// The place of a person who has one.
  func place(of person: PrincipalID) -> UInt32? { places[person] }

  /// Takes the next key that was never used; `nil` if there is none.
  mutating func takeSpare() -> UInt32? {
    guard spare > 0 else { return nil }
    next += 1
    return next - 1
  }

  /// Notes that the person of a row has that place.
  mutating func seat(_ person: PrincipalID, at place: UInt32) {
    next = max(next, place + 1)
    places[person] = place
  }

  /// Nothing before that place is used any more, but by who is seated there.
  mutating func goOn(from place: UInt32) { next = max(next, place) }

  /// Counts one more row that names the person, who gets a key if need be; whether there was one.
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

  /// Counts one row less.
  mutating func release(_ person: PrincipalID) {
    if let count = keyless[person] {
      keyless[person] = count > 1 ? count - 1 : nil
    } else if let place = places[person] {
      uses[Int(place)] -= 1
      if uses[Int(place)] == 0 { idle[place] = person }
    }
  }

  /// A key that was let go, and whose it was: nobody's, if they have another.
  typealias Leaving = (place: UInt32, person: PrincipalID?)

  /// Lets the keys go that seal nothing any more.
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

  /// Gives keys back that were let go and not destroyed; a row may use them again.
  mutating func takeBack(_ leaving: [Leaving]) {
    for (place, person) in leaving {
      guard let person else { continue }
      if let other = places.updateValue(place, forKey: person) { idle[other] = person }
      idle[place] = person
    }
  }

  /// Forgets keys that are destroyed.
  mutating func forget(_ gone: [UInt32]) {
    for place in gone { keys[Int(place)] = .none }
  }

  /// The places before the first spare one that seal no row.
  var unused: [UInt32] { (1..<next).filter { uses[Int($0)] == 0 } }
}
