/// Shards of several processes, one each.
final class RankExchange: Exchange {
  private let link: any ShardLink
  private let market: Territory
  /// Why the processes could not exchange; the run ends with it.
  private(set) var failure: (any Error)?

  /// What each message begins with.
  private struct Header: BitwiseCopyable {
    let state: ShardState
    let passings: Int
  }

  /// `market` is any shard's territory.
  init(over link: any ShardLink, in market: Territory) {
    self.link = link
    self.market = market
  }

  func meet(_ parcel: inout Parcel, of shard: Int, _ state: ShardState) -> ShardState {
    var boxes = (0..<link.count).map { _ in Box() }
    for place in parcel.outgoing.indices {
      let passing = parcel.outgoing[place]
      boxes[market.shard(of: passing.subject, of: link.count)].passings.append(passing)
    }
    parcel.outgoing.removeAll()
    parcel.incoming.removeAll()
    parcel.users.removeAll()
    let messages = boxes.map { box in
      var bytes: [UInt8] = []
      var header = Column<Header>()
      header.append(Header(state: state, passings: box.passings.count))
      header.write(to: &bytes)
      box.passings.write(to: &bytes)
      parcel.newUsers.write(to: &bytes)
      return bytes
    }
    boxes = []
    parcel.newUsers.removeAll()
    var all = ShardState()
    do {
      for bytes in try link.exchange(messages) { all.add(Self.read(bytes, into: &parcel)) }
    } catch {
      failure = error
      all.goesOn = false
    }
    return all
  }

  private final class Box {
    var passings = Column<Passing>()
  }

  private static func read(_ bytes: [UInt8], into parcel: inout Parcel) -> ShardState {
    let start = MemoryLayout<Header>.stride
    var headers = Column<Header>()
    headers.append(written: bytes[..<start])
    let end = start + headers[0].passings * MemoryLayout<Passing>.stride
    parcel.incoming.append(written: bytes[start..<end])
    parcel.users.append(written: bytes[end...])
    return headers[0].state
  }
}
