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
