import Vocabulary

/// The keys of clicks: one for each hour, or for fewer clicks where an hour has more than a key may
/// seal.
///
/// Clicks name no user, so their keys are destroyed by time: one key with all clicks of its hour,
/// once the last of them is due. If one click must go earlier, the others of its key are sealed
/// again.
struct ClickHours {
  struct Hour: Equatable {
    var place: UInt32
    /// The number of the first click.
    let first: UInt64
    var last: UInt64
    let hour: Int64
    var newest: Instant
    var count: Int
  }

  /// The most clicks of one key, all of which are sealed again if one must go.
  static let most = 16_384

  private(set) var hours: [Hour] = []
  /// The state at the last `begin()`.
  private var undo: Undo = .tail(count: 0, last: nil)

  private enum Undo {
    case tail(count: Int, last: Hour?)
    case all([Hour])
  }

  /// Marks the state that `takeBack()` restores.
  mutating func begin() { undo = .tail(count: hours.count, last: hours.last) }

  mutating func takeBack() {
    switch undo {
    case .all(let before): hours = before
    case .tail(let count, let last):
      hours.removeLast(hours.count - count)
      if let last { hours[count - 1] = last }
    }
  }

  private mutating func rememberAll() {
    guard case .tail(let count, let last) = undo else { return }
    var before = Array(hours.prefix(count))
    if let last { before[count - 1] = last }
    undo = .all(before)
  }

  /// Returns the place of the key of a new click, which follows all others; `spare` supplies
  /// another key, if there is one.
  mutating func place(
    forNew sequence: UInt64, at moment: Instant, spare: () -> UInt32?
  ) -> UInt32 {
    if takes(moment), let last = hours.last {
      extend(to: sequence, moment)
      return last.place
    }
    // A tap makes no key: without a spare one the last key is extended.
    guard let place = spare() else {
      guard let last = hours.last else { return KeyRing.nowhere }
      extend(to: sequence, moment)
      return last.place
    }
    append(sequence, moment, place)
    return place
  }

  /// Returns a key for a stray click, which is never stored or opened.
  mutating func place(forStray click: UInt64, at moment: Instant, spare: () -> UInt32?) -> UInt32 {
    if hours.isEmpty, let place = spare() {
      append(click, moment, place)
      // It seals no stored click yet: the next one has this number.
      hours[0].last = click - 1
      hours[0].count = 0
    }
    return hours.last?.place ?? KeyRing.nowhere
  }

  /// Whether the newest key may seal another click of that moment.
  func takes(_ moment: Instant) -> Bool {
    guard let last = hours.last else { return false }
    return last.hour == Self.hour(of: moment) && last.count < Self.most
  }

  private static func hour(of moment: Instant) -> Int64 { moment.milliseconds / 3_600_000 }

  private mutating func append(_ sequence: UInt64, _ moment: Instant, _ place: UInt32) {
    hours.append(
      Hour(
        place: place, first: sequence, last: sequence, hour: Self.hour(of: moment),
        newest: moment, count: 1))
  }

  private mutating func extend(to sequence: UInt64, _ moment: Instant) {
    hours[hours.count - 1].last = sequence
    hours[hours.count - 1].count += 1
    hours[hours.count - 1].newest = max(hours[hours.count - 1].newest, moment)
  }

  /// Adds a click that was read from the files, in order.
  mutating func note(_ sequence: UInt64, at moment: Instant, sealedAt place: UInt32) {
    if hours.last?.place == place {
      extend(to: sequence, moment)
    } else {
      append(sequence, moment, place)
    }
  }

  /// The index of the key that seals a click; `nil` if there is none.
  func index(of sequence: UInt64) -> Int? {
    var low = 0
    var high = hours.count
    while low < high {
      let middle = (low + high) / 2
      if hours[middle].last < sequence { low = middle + 1 } else { high = middle }
    }
    return low < hours.count && hours[low].first <= sequence ? low : nil
  }

  /// Moves the clicks of a key to another place; `newest` is the moment of the newest.
  mutating func replace(_ index: Int, by place: UInt32, newest: Instant) {
    rememberAll()
    hours[index].place = place
    hours[index].newest = newest
  }

  /// Removes and returns the keys whose clicks are all older than `moment`.
  mutating func sweep(before moment: Instant) -> [Hour] {
    let due = hours.prefix { $0.newest < moment }
    guard !due.isEmpty else { return [] }
    rememberAll()
    hours.removeFirst(due.count)
    return Array(due)
  }
}
