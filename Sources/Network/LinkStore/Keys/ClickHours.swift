import Vocabulary

/// Which key seals which clicks: one for each hour, or for fewer where more clicks come than it may seal.
///
/// Clicks name no user, so their keys are destroyed by time: all of an hour with one key, once the last
/// of them is due. Where one of them has to go before, all the others of its key are sealed anew.
struct ClickHours {
  struct Hour: Equatable {
    var place: UInt32
    /// The numbers of its clicks.
    let first: UInt64
    var last: UInt64
    let hour: Int64
    var newest: Instant
    var count: Int
  }

  /// The most clicks that are sealed anew where one has to go.
  static let most = 16_384

  private(set) var hours: [Hour] = []
  /// What takes back what happened since `begin()`.
  private var undo: Undo = .tail(count: 0, last: nil)

  private enum Undo {
    case tail(count: Int, last: Hour?)
    case all([Hour])
  }

  /// From here on `takeBack()` leads back to now.
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

  /// The key of a new click, which follows all others; `spare` gives another, if there is one.
  mutating func place(
    forNew sequence: UInt64, at moment: Instant, spare: () -> UInt32?
  ) -> UInt32 {
    if takes(moment), let last = hours.last {
      extend(to: sequence, moment)
      return last.place
    }
    // No key is made on the path of a tap: if none is left, the last one goes on.
    guard let place = spare() else {
      guard let last = hours.last else { return KeyRing.nowhere }
      extend(to: sequence, moment)
      return last.place
    }
    append(sequence, moment, place)
    return place
  }

  /// A key for what nothing keeps and nothing opens.
  mutating func place(forStray click: UInt64, at moment: Instant, spare: () -> UInt32?) -> UInt32 {
    if hours.isEmpty, let place = spare() {
      append(click, moment, place)
      // It seals no click yet: the next has this number.
      hours[0].last = click - 1
      hours[0].count = 0
    }
    return hours.last?.place ?? KeyRing.nowhere
  }

  /// Whether another click of that moment is sealed under the newest key.
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

  /// Notes clicks that were read from the files, in their order.
  mutating func note(_ sequence: UInt64, at moment: Instant, sealedAt place: UInt32) {
    if hours.last?.place == place {
      extend(to: sequence, moment)
    } else {
      append(sequence, moment, place)
    }
  }

  /// Where the key stands among the others that seals a click.
  func index(of sequence: UInt64) -> Int? {
    var low = 0
    var high = hours.count
    while low < high {
      let middle = (low + high) / 2
      if hours[middle].last < sequence { low = middle + 1 } else { high = middle }
    }
    return low < hours.count && hours[low].first <= sequence ? low : nil
  }

  /// Gives the clicks of a key another one; the newest of them is of that moment.
  mutating func replace(_ index: Int, by place: UInt32, newest: Instant) {
    rememberAll()
    hours[index].place = place
    hours[index].newest = newest
  }

  /// Lets the keys go all of whose clicks are older than that.
  mutating func sweep(before moment: Instant) -> [Hour] {
    let due = hours.prefix { $0.newest < moment }
    guard !due.isEmpty else { return [] }
    rememberAll()
    hours.removeFirst(due.count)
    return Array(due)
  }
}
