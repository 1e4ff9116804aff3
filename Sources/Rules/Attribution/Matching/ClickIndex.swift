/// Where the clicks of one digest stand among all, newest first; at about 12 bytes a click.
///
/// Clicks are told by their place, counted from the oldest that is kept.
struct ClickIndex: Sendable {
  private struct Link: BitwiseCopyable {
    /// Zero if the click is in no chain.
    var digest: UInt32
    /// How many places earlier the next click of the chain stands; zero ends it.
    var back: UInt32
  }

  private var links: [Link] = []
  /// One more than the number of the newest click of each chain, counted from the first ever.
  private var heads: [UInt32]
  private var dropped = 0

  init(expecting count: Int) {
    links.reserveCapacity(count)
    var slots = 64
    while slots <= count { slots *= 2 }
    heads = Array(repeating: 0, count: slots)
  }

  /// Appends a click; one without a digest is never found.
  mutating func append(_ digest: UInt32?) {
    if links.count >= heads.count { grow() }
    let digest = digest.map { max($0, 1) } ?? 0
    links.append(Link(digest: digest, back: 0))
    if digest != 0 { chain(links.count - 1) }
  }

  /// Takes back the newest click.
  mutating func removeNewest() {
    guard let newest = links.popLast(), newest.digest != 0 else { return }
    let number = links.count + dropped
    heads[slot(of: newest.digest)] = newest.back == 0 ? 0 : UInt32(number + 1) - newest.back
  }

  /// Forgets the oldest `count` clicks; the places of all others move.
  mutating func drop(_ count: Int) {
    links.removeSubrange(0..<count)
    dropped += count
  }

  /// The newest click with `digest`.
  func newest(_ digest: UInt32) -> Int? {
    let digest = max(digest, 1)
    let head = Int(heads[slot(of: digest)]) - 1 - dropped
    guard head >= 0 else { return nil }
    return links[head].digest == digest ? head : next(after: head, digest)
  }

  /// The newest click with `digest` that is older than the one at `place`.
  func next(after place: Int, _ digest: UInt32) -> Int? {
    let digest = max(digest, 1)
    var place = place
    repeat {
      let back = Int(links[place].back)
      guard back > 0, back <= place else { return nil }
      place -= back
    } while links[place].digest != digest
    return place
  }

  private func slot(of digest: UInt32) -> Int { Int(digest) & (heads.count - 1) }

  private mutating func chain(_ place: Int) {
    let slot = slot(of: links[place].digest)
    let number = place + dropped
    precondition(number < UInt32.max, "an index numbers its clicks with 32 bits")
    let head = Int(heads[slot]) - 1
    links[place].back = head >= dropped ? UInt32(number - head) : 0
    heads[slot] = UInt32(number + 1)
  }

  private mutating func grow() {
    heads = Array(repeating: 0, count: heads.count * 2)
    for place in links.indices where links[place].digest != 0 { chain(place) }
  }
}
