import SimulationKernel

/// Shards of one process, each on a thread of its own.
///
/// What a shard posts in one round is read by all before the next but one, so there are two sets of
/// posts, in turns, and the shards wait for each other once in a round.
///
/// `@unchecked`: a shard writes its own posts alone, before it joins the meeting of the round; the
/// others read them between that meeting and the next, which the writer awaits before it writes
/// to the same set again.
final class ThreadExchange: Exchange, @unchecked Sendable {
  /// What one shard posts in a round.
  private final class Post {
    var state = ShardState()
    /// What is sent, by the receiving shard.
    var boxes: [Box]
    var newUsers = Column<PersonNumber>()

    init(to shards: Int) { boxes = (0..<shards).map { _ in Box() } }
  }

  private final class Box {
    var sent = Column<Passing>()
  }

  private let shards: Int
  private let people: Territory
  private let meeting: Meeting
  private let posts: [[Post]]
  /// The number of rounds of each shard.
  private let rounds: [Round]

  private final class Round {
    var number = 0
  }

  /// `market` is any shard's territory.
  init(of shards: Int, in market: Territory) {
    self.shards = shards
    people = market
    meeting = Meeting(of: shards)
    posts = (0..<2).map { _ in (0..<shards).map { _ in Post(to: shards) } }
    rounds = (0..<shards).map { _ in Round() }
  }

  func meet(_ parcel: inout Parcel, of shard: Int, _ state: ShardState) -> ShardState {
    let round = rounds[shard]
    let posts = posts[round.number & 1]
    round.number += 1
    let own = posts[shard]
    own.state = state
    for box in own.boxes { box.sent.removeAll() }
    for place in parcel.outgoing.indices {
      let passing = parcel.outgoing[place]
      own.boxes[people.shard(of: passing.subject, of: shards)].sent.append(passing)
    }
    parcel.outgoing.removeAll()
    swap(&own.newUsers, &parcel.newUsers)
    parcel.newUsers.removeAll()

    meeting.join()
    var all = ShardState()
    parcel.incoming.removeAll()
    parcel.users.removeAll()
    for post in posts {
      all.add(post.state)
      parcel.incoming.append(contentsOf: post.boxes[shard].sent)
      parcel.users.append(contentsOf: post.newUsers)
    }
    return all
  }
}
