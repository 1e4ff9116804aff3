internal import GrowthloopTransport

/// What one user has of the journey so far: values of answers, and cookies.
struct VirtualUser {
  /// The number and the draws of the request that began the journey.
  var number = 0
  var request = DrawnRequest(kind: 0, code: 0, standing: .known, person: 0)
  /// Where the last answer sent the user.
  var location: [UInt8] = []
  /// The number of redirects that this step followed.
  var hops = 0
  /// The status of the last of them.
  var hopStatus = 0
  private var bytes: [UInt8] = []
  private var ranges: [Range<Int>] = []
  /// The cookies, as the header field has them.
  private(set) var cookies: [UInt8] = []

  /// The most bytes of all cookies.
  private static let mostCookies = 16_384

  /// Begins another journey, whose user has nothing.
  mutating func begin(_ request: DrawnRequest, number: Int, values: Int) {
    (self.request, self.number, hops) = (request, number, 0)
    bytes.removeAll(keepingCapacity: bytes.capacity <= 1_024)
    cookies.removeAll(keepingCapacity: cookies.capacity <= 1_024)
    location.removeAll(keepingCapacity: true)
    ranges.removeAll(keepingCapacity: true)
    for _ in 0..<values { ranges.append(0..<0) }
  }

  /// Keeps a value in place of an earlier one.
  mutating func keep(_ value: Span<UInt8>, at place: Int) {
    let start = bytes.count
    bytes.append(value)
    ranges[place] = start..<bytes.count
  }

  func append(_ place: Int, to text: inout [UInt8]) {
    if place < ranges.count { text += bytes[ranges[place]] }
  }

  /// Keeps a cookie as `Set-Cookie` has it, in place of one of its name (RFC 6265, 5.3).
  ///
  /// Every path of the target gets it; one that is over is forgotten.
  mutating func keepCookie(_ field: Span<UInt8>) {
    var end = 0
    while end < field.count, field[end] != UInt8(ascii: ";") { end += 1 }
    var name = 0
    while name < end, field[name] != UInt8(ascii: "=") { name += 1 }
    guard name > 0, name < end else { return }
    forgetCookie(field.extracting(0..<name + 1))
    let rest = field.extracting(end..<field.count)
    guard !Self.isOver(rest), cookies.count + end + 2 <= Self.mostCookies else { return }
    if !cookies.isEmpty { cookies += [UInt8(ascii: ";"), UInt8(ascii: " ")] }
    cookies.append(field.extracting(0..<end))
  }

  private mutating func forgetCookie(_ name: Span<UInt8>) {
    var start = 0
    while start < cookies.count {
      let end = cookies[start...].firstIndex(of: UInt8(ascii: ";")) ?? cookies.count
      var isNamed = end - start >= name.count
      for place in 0..<name.count where isNamed && cookies[start + place] != name[place] {
        isNamed = false
      }
      if isNamed {
        cookies.removeSubrange(start..<min(cookies.count, end + 2))
        if start == cookies.count, start >= 2 { cookies.removeLast(2) }
        return
      }
      start = end + 2
    }
  }

  /// Whether the attributes of a cookie say that it is over: `Max-Age=0`, or a year long past.
  private static func isOver(_ attributes: Span<UInt8>) -> Bool {
    var small: [UInt8] = []
    for place in attributes.indices {
      let byte = attributes[place]
      small.append((65...90).contains(byte) ? byte | 32 : byte)
    }
    return ["max-age=0", "max-age=-", " 1970 ", "-1970 ", "-70 "].contains {
      small.span.place(of: Array($0.utf8)) != nil
    }
  }
}

/// A step that is due after another of the same user.
struct FollowUp {
  /// The planned moment.
  let due: Int64
  let kind: Int
  let user: Int32
  /// Of a redirect, whose step counts from its own beginning: when it was planned and sent.
  var begun: (planned: Int64, ready: Int64, sent: Int64)?
}

/// The steps that are due, the earliest first.
struct FollowUps {
  private var heap: [FollowUp] = []
  /// The moment of the first; `RequestSource.never` for none.
  private(set) var head = RequestSource.never

  var first: FollowUp? { heap.first }

  mutating func add(_ step: FollowUp) {
    heap.append(step)
    var place = heap.count - 1
    while place > 0, heap[place].due < heap[(place - 1) / 2].due {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
    head = heap[0].due
  }

  mutating func removeFirst() -> FollowUp {
    heap.swapAt(0, heap.count - 1)
    let first = heap.removeLast()
    var place = 0
    while 2 * place + 1 < heap.count {
      var next = 2 * place + 1
      if next + 1 < heap.count, heap[next + 1].due < heap[next].due { next += 1 }
      guard heap[next].due < heap[place].due else { break }
      heap.swapAt(place, next)
      place = next
    }
    head = heap.first?.due ?? RequestSource.never
    return first
  }
}

/// The slots with a request under way, in one list for each time limit: those of a list expire in
/// the order of their sending.
struct BusySlots {
  private var lists: [SlotList]
  private let timeouts: [Int64]
  /// By kind, the number of its list.
  private let places: [Int]
  private(set) var count = 0

  init(_ kinds: [RequestKind], otherwise timeout: Int64) {
    let all = kinds.map { $0.timeout?.nanoseconds ?? timeout }
    let timeouts = Set(all).sorted()
    self.timeouts = timeouts
    places = all.map { limit in timeouts.firstIndex(of: limit) ?? 0 }
    lists = timeouts.map { _ in SlotList() }
  }

  mutating func append(_ index: Int32, in slots: inout [Slot]) {
    lists[places[slots[Int(index)].request.kind]].append(index, in: &slots)
    count += 1
  }

  mutating func remove(_ index: Int32, in slots: inout [Slot]) {
    lists[places[slots[Int(index)].request.kind]].remove(index, in: &slots)
    count -= 1
  }

  /// The moment at which the first time limit passes.
  func limit(in slots: [Slot]) -> Int64 {
    var limit = RequestSource.never
    for place in lists.indices where lists[place].count > 0 {
      limit = min(limit, slots[Int(lists[place].first)].since + timeouts[place])
    }
    return limit
  }

  /// A slot whose time limit has passed.
  func expired(at now: Int64, in slots: [Slot]) -> Int32? {
    for place in lists.indices where lists[place].count > 0 {
      if slots[Int(lists[place].first)].since + timeouts[place] <= now { return lists[place].first }
    }
    return nil
  }

  /// Any slot.
  var first: Int32? { lists.first { $0.count > 0 }?.first }
}
