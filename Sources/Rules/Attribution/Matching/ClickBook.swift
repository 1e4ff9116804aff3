public import Vocabulary

/// The clicks that a matching service keeps, with the matches under one rule.
///
/// The decision is the rule's, as over all kept clicks; the book only skips clicks that cannot
/// match. Time runs forward, except for the `lateness` by which clicks and launches may overtake
/// each other. A click that was older than `retention` that much earlier no longer counts. A launch
/// may be reported long after it took place; then the clicks kept by the time of the report decide.
public struct ClickBook: Sendable {
  /// The moment at which expired clicks leave the memory.
  public enum Forgetting: CaseIterable, Sendable {
    /// With the next sweep, `forget(at:)`: a click or a launch with a wrong clock removes no other
    /// click.
    case whenSwept
    /// As soon as a click or a launch shows that their time has passed.
    case asTimePasses
  }

  /// The rule by which launches are matched, fixed for the life of the book.
  public let rule: MatchRule
  /// The retention of clicks: an older click matches no launch.
  public let retention: Interval
  /// The time by which clicks and launches may arrive out of order (default: zero).
  public let lateness: Interval
  let forgetting: Forgetting
  /// The most clicks with the same signals, or the same token, that one launch is compared with: the
  /// newest.
  ///
  /// Whoever taps one link over and over makes no launch slow.
  public static let mostLooks = 4_096
  /// The clicks in order of arrival, which is that of time except for the lateness; those before
  /// `firstKept` are dropped together later.
  var clicks = Slabs<ClickFootprint>()
  var firstKept = 0
  var bySignals: ClickIndex?
  var byToken: ClickIndex?
  let indispensable: Signal.Set
  /// Whether each click so far had its link as its token, as a service's have.
  private var tokensAreLinks = true
  /// The clicks that the rule is applied to.
  var shortlist: [ClickFootprint] = []

  /// The time of the newest click, kept or not.
  public private(set) var newest: Instant?

  /// Creates an empty book; without `lateness` no click may be earlier than the one before.
  public init(
    rule: MatchRule, keptFor retention: Interval, lateness: Interval = .zero,
    forgetting: Forgetting = .whenSwept
  ) {
    self.rule = rule
    self.forgetting = forgetting
    self.retention = retention
    self.lateness = lateness
    indispensable = rule.indispensable
    if rule.readsSignals, !indispensable.isEmpty { bySignals = ClickIndex() }
    if rule.token != .ignored { byToken = ClickIndex() }
  }
}

extension ClickBook {
  /// What a matching service stores of its book; rule and retention are its settings.
  public struct Kept: Hashable, KeptState {
    /// The kept clicks, in order of arrival.
    public let clicks: [ClickFootprint]
    /// The time of the newest click, kept or not.
    public let newest: Instant?
  }

  /// The stored part at present.
  public var kept: Kept {
    var kept: [ClickFootprint] = []
    clicks.forEach(from: firstKept) { kept.append(copy $0) }
    return Kept(clicks: kept, newest: newest)
  }

  /// Creates a book with the clicks that were kept, also under another rule than before; `nil` if
  /// they are out of order.
  public init?(
    resuming kept: Kept, rule: MatchRule, keptFor retention: Interval, lateness: Interval = .zero,
    forgetting: Forgetting = .whenSwept
  ) {
    self.init(rule: rule, keptFor: retention, lateness: lateness, forgetting: forgetting)
    for click in kept.clicks {
      if let last = clicks.last, let newest,
        last.sequence >= click.sequence || newest > click.at + lateness
      {
        return nil
      }
      record(click)
    }
    newest = kept.newest
  }

  /// The newest kept click.
  public var newestKept: ClickFootprint? { firstKept < clicks.count ? clicks.last : nil }

  /// Returns the kept clicks on the given links, in order of arrival.
  ///
  /// - Complexity: Linear in these clicks if the token of each click is its link; otherwise in all
  ///   kept clicks.
  public func clicks(onLinks links: Set<UInt64>) -> [ClickFootprint] {
    guard !links.isEmpty else { return [] }
    if let byToken, tokensAreLinks { return clicks(onLinks: links, in: byToken) }
    // A few bits exclude most clicks: a lookup for each takes several times as long.
    var marks = [Bool](repeating: false, count: 1 << Self.markBits)
    for link in links { marks[Self.mark(of: link)] = true }
    var found: [ClickFootprint] = []
    clicks.forEach(from: firstKept) { click in
      if marks[Self.mark(of: click.link)], links.contains(click.link) { found.append(copy click) }
    }
    return found
  }

  private func clicks(onLinks links: Set<UInt64>, in index: ClickIndex) -> [ClickFootprint] {
    var places: [Int] = []
    for link in links where link != 0 {
      let digest = Self.digest(of: link)
      var next = index.newest(digest)
      while let place = next, place >= firstKept {
        if clicks[place].link == link { places.append(place) }
        next = index.next(after: place, digest)
      }
    }
    return places.sorted().map { clicks[$0] }
  }

  /// Returns the kept clicks after a moment, in order of sequence; visits all kept clicks.
  public func clicks(after moment: Instant) -> [ClickFootprint] {
    var found: [ClickFootprint] = []
    clicks.forEach(from: firstKept) { if $0.at > moment { found.append(copy $0) } }
    return found
  }

  /// Returns the time of the last click at or before a moment, kept or dropped; `nil` for none.
  public func latest(until moment: Instant) -> Instant? {
    let count = NewestClicks.count(inOrder: clicks, until: moment)
    return count == 0 ? nil : clicks[count - 1].at
  }

  private static var markBits: Int { 12 }

  private static func mark(of link: UInt64) -> Int {
    Int(truncatingIfNeeded: (link &* 0x9E37_79B9_7F4A_7C15) >> (64 - markBits))
  }

  /// Returns the kept clicks with these sequence numbers, in their order.
  public func clicks(numbered numbers: ClosedRange<UInt64>) -> [ClickFootprint] {
    var found: [ClickFootprint] = []
    var place = firstPlace(from: numbers.lowerBound)
    while place < clicks.count, clicks[place].sequence <= numbers.upperBound {
      found.append(clicks[place])
      place += 1
    }
    return found
  }

  /// Returns the click kept under `sequence`; `nil` if there is none, or it was dropped.
  public func click(_ sequence: UInt64) -> ClickFootprint? {
    place(of: sequence).map { clicks[$0] }
  }

  func place(of sequence: UInt64) -> Int? {
    let place = firstPlace(from: sequence)
    return place < clicks.count && clicks[place].sequence == sequence ? place : nil
  }

  /// Returns the place of the first click kept under `sequence` or a later number.
  private func firstPlace(from sequence: UInt64) -> Int {
    var low = firstKept
    var high = clicks.count
    while low < high {
      let middle = (low + high) / 2
      if clicks[middle].sequence < sequence { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Adds a click, which follows all others in sequence and, except for the lateness, in time.
  public mutating func record(_ click: ClickFootprint) {
    if let last = clicks.last, let newest {
      precondition(
        last.sequence < click.sequence && newest <= click.at + lateness,
        "click \(click.sequence) at \(click.at) follows \(last.sequence) at \(newest)")
    }
    newest = max(newest ?? click.at, click.at)
    if click.signals.token != click.link { tokensAreLinks = false }
    if forgetting == .asTimePasses { forget(at: click.at) }
    clicks.append(click)
    bySignals?.append(click.signals.digest(of: indispensable))
    byToken?.append(click.signals.token == 0 ? nil : Self.digest(of: click.signals.token))
  }

  /// Removes the newest click, as if it had never been recorded.
  public mutating func takeBackNewest() {
    // It may be dropped already, with all clicks before it.
    guard clicks.popLast() != nil else { return }
    // Where clicks may be late, time stays at the removed click.
    if lateness == .zero { newest = clicks.last?.at }
    firstKept = min(firstKept, clicks.count)
    bySignals?.removeNewest()
    byToken?.removeNewest()
  }

  /// Replaces the click with the same sequence number by `click`: the same one spent, erased, or
  /// moved to another moment.
  ///
  /// The order of clicks must hold once all moves are done.
  public mutating func replace(_ click: ClickFootprint) {
    guard let place = place(of: click.sequence) else { return }
    let before = clicks[place].at
    clicks[place] = click
    if click.signals.token != click.link { tokensAreLinks = false }
    guard click.at != before, let newest else { return }
    if click.at > newest {
      self.newest = click.at
    } else if before == newest {
      self.newest = lateness == .zero ? clicks.last?.at : latestOfAll
    }
  }

  private var latestOfAll: Instant? {
    var latest: Instant?
    clicks.forEach(from: 0) { latest = max(latest ?? $0.at, $0.at) }
    return latest
  }

  /// Drops the clicks that no launch may match any more at `now`.
  public mutating func forget(at now: Instant) {
    let age = retention + lateness
    while firstKept < clicks.count, now - clicks[firstKept].at > age { firstKept += 1 }
    while firstKept >= Slabs<ClickFootprint>.size, clicks.count > Slabs<ClickFootprint>.size {
      clicks.dropSlab()
      bySignals?.dropSlab()
      byToken?.dropSlab()
      firstKept -= Slabs<ClickFootprint>.size
    }
  }

  /// Returns the place of the first click that a launch may match at `now`.
  func firstKept(at now: Instant) -> Int {
    if forgetting == .asTimePasses { return firstKept }
    let due = NewestClicks.count(
      inOrder: clicks, until: now - retention - lateness - .milliseconds(1))
    return max(firstKept, due)
  }

  static func digest(of token: UInt64) -> UInt32 {
    UInt32(truncatingIfNeeded: token.mixed)
  }
}

/// The places of the clicks of each digest, newest first; about 12 bytes a click.
///
/// A click is identified by its place, counted from the oldest kept one. The table of chains grows
/// by one chain at a time (linear hashing), so no click waits for a full rehash.
struct ClickIndex: Sendable {
  private struct Link: BitwiseCopyable {
    /// Zero if the click is in no chain.
    var digest: UInt32
    /// The distance to the next click of the chain, in places; zero ends the chain.
    var back: UInt32
  }

  private var links = Slabs<Link>()
  /// The number of the newest click of each chain, counted from 1 and, after 2³² clicks, anew.
  ///
  /// A number so old that it recurs leads to clicks of other digests, which are skipped.
  private var heads = Slabs<UInt32>()
  /// The number of bits that identify a chain not split yet; the others have one more.
  private var bits = 6
  /// The chain to split next.
  private var next = 0
  /// The number of the oldest kept click, minus one.
  private var dropped: UInt32

  init(after number: UInt32 = 0) {
    dropped = number
    for _ in 0..<1 << bits { heads.append(number) }
  }

  /// Appends a click; one without a digest is never found.
  mutating func append(_ digest: UInt32?) {
    if links.count >= heads.count { split() }
    let digest = digest.map { max($0, 1) } ?? 0
    links.append(Link(digest: digest, back: 0))
    guard digest != 0 else { return }
    let place = links.count - 1
    let chain = chain(of: digest)
    if let head = head(of: chain), head < place { links[place].back = UInt32(place - head) }
    heads[chain] = number(of: place)
  }

  /// Removes the newest click.
  mutating func removeNewest() {
    guard let newest = links.popLast(), newest.digest != 0 else { return }
    heads[chain(of: newest.digest)] =
      newest.back == 0 ? dropped : number(of: links.count - Int(newest.back))
  }

  /// Drops the oldest slab of clicks; the places of all others move.
  mutating func dropSlab() {
    links.dropSlab()
    dropped &+= UInt32(Slabs<Link>.size)
  }

  /// Returns the newest click with `digest`.
  func newest(_ digest: UInt32) -> Int? {
    let digest = max(digest, 1)
    guard let head = head(of: chain(of: digest)) else { return nil }
    return links[head].digest == digest ? head : self.next(after: head, digest)
  }

  /// Returns the newest click with `digest` that is older than the one at `place`.
  func next(after place: Int, _ digest: UInt32) -> Int? {
    let digest = max(digest, 1)
    var place = place
    while let earlier = earlier(than: place) {
      if links[earlier].digest == digest { return earlier }
      place = earlier
    }
    return nil
  }

  private func earlier(than place: Int) -> Int? {
    let back = Int(links[place].back)
    return back > 0 && back <= place ? place - back : nil
  }

  private func number(of place: Int) -> UInt32 {
    dropped &+ UInt32(truncatingIfNeeded: place) &+ 1
  }

  /// Returns the place of the newest click of a chain; `nil` if it is no longer kept.
  private func head(of chain: Int) -> Int? {
    let place = Int(heads[chain] &- dropped) - 1
    return place >= 0 && place < links.count ? place : nil
  }

  private func chain(of digest: UInt32) -> Int {
    let chain = Int(digest) & ((1 << bits) - 1)
    return chain < next ? Int(digest) & ((2 << bits) - 1) : chain
  }
}

extension ClickIndex {
  /// Splits a chain in two: the digests of the new one have the next bit.
  private mutating func split() {
    let (chain, mask) = (next, (1 << bits) - 1)
    var place = head(of: chain)
    heads[chain] = dropped
    heads.append(dropped)
    var (end, newEnd): (Int?, Int?)
    // From the newest on; a click of another chain ends it.
    while let click = place, Int(links[click].digest) & mask == chain {
      place = earlier(than: click)
      if Int(links[click].digest) >> bits & 1 == 0 {
        join(click, behind: &end, in: chain)
      } else {
        join(click, behind: &newEnd, in: heads.count - 1)
      }
    }
    if let end { links[end].back = 0 }
    if let newEnd { links[newEnd].back = 0 }
    next += 1
    guard next == 1 << bits else { return }
    bits += 1
    next = 0
  }

  /// Links a click behind the last one of a chain, or makes it the first.
  private mutating func join(_ place: Int, behind end: inout Int?, in chain: Int) {
    if let end {
      // Clicks of one digest are linked already, and there may be a million of them.
      let back = UInt32(end - place)
      if links[end].back != back { links[end].back = back }
    } else {
      heads[chain] = number(of: place)
    }
    end = place
  }
}

/// A row of values in slabs of memory.
///
/// Appending moves no value, and neither does dropping the oldest, a slab at a time.
struct Slabs<Element: BitwiseCopyable & Sendable>: Sendable {
  static var bits: Int { 10 }
  /// The number of values dropped at a time.
  static var size: Int { 1 << bits }

  private var slabs: [[Element]] = []
  private(set) var count = 0

  var last: Element? { count == 0 ? nil : self[count - 1] }

  subscript(place: Int) -> Element {
    get { slabs[place >> Self.bits][place & (Self.size - 1)] }
    set { slabs[place >> Self.bits][place & (Self.size - 1)] = newValue }
  }

  mutating func append(_ element: Element) {
    if count == slabs.count << Self.bits {
      slabs.append([])
      slabs[slabs.count - 1].reserveCapacity(Self.size)
    }
    slabs[slabs.count - 1].append(element)
    count += 1
  }

  mutating func popLast() -> Element? {
    guard let element = slabs.last?.last else { return nil }
    slabs[slabs.count - 1].removeLast()
    if slabs[slabs.count - 1].isEmpty { slabs.removeLast() }
    count -= 1
    return element
  }

  /// Drops the oldest `size` values, which must be there; the places of all others move by as many.
  mutating func dropSlab() {
    count -= slabs.removeFirst().count
  }

  /// Calls `body` with the values from a place on, in order, without a copy of each.
  func forEach(from first: Int, _ body: (borrowing Element) -> Void) {
    var place = first
    while place < count {
      let slab = slabs[place >> Self.bits]
      let values = slab.span
      for index in (place & (Self.size - 1))..<values.count { body(values[index]) }
      place = (place >> Self.bits + 1) << Self.bits
    }
  }
}
