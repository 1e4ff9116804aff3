import SimulationKernel

/// What passes from one person to another, or an arrival from one partition to the next.
///
/// It is delivered at the end of the window of time in which it was sent, on one shard as on many.
struct Passing: BitwiseCopyable, Sendable {
  enum Kind: UInt8, BitwiseCopyable {
    /// The recipient taps the sender's link.
    case tap
    /// The news about an invitee bring the inviter back.
    case comeback
    /// An arrival of which the partition before found no person.
    case organic, crowd
    /// An invite whose recipient decides by the invites of before.
    case invite
    /// A person whom the subject invited is in the app.
    case friend
    /// An invite to a person, which is only counted there.
    case asked
  }

  /// The person whom it concerns, or the partition.
  let subject: UInt64
  /// The person or the arrival that it comes from.
  let sender: UInt64
  /// When it happens, in seconds since the start: after the end of the window.
  let time: UInt32
  let kind: Kind
  let origin: Origin
  /// The number of the sender's invite, or of the partitions that were asked before.
  let number: UInt16
  /// The sender of a tapped link.
  let inviter: Inviter

  init(
    _ kind: Kind, to subject: UInt64, from sender: UInt64, at time: UInt32,
    origin: Origin = Origin(), number: UInt16 = 0, by inviter: Inviter = .none
  ) {
    self.kind = kind
    self.subject = subject
    self.sender = sender
    self.time = time
    self.origin = origin
    self.number = number
    self.inviter = inviter
  }

  /// Its time and the lower half of its subject: nearly always enough to order two.
  var key: UInt64 { UInt64(time) << 32 | subject & 0xffff_ffff }

  /// Whether it is delivered before `other`: by time, subject, sender and number.
  func precedes(_ other: Passing) -> Bool {
    if time != other.time { return time < other.time }
    if subject != other.subject { return subject < other.subject }
    if kind != other.kind { return kind.rawValue < other.kind.rawValue }
    if sender != other.sender { return sender < other.sender }
    return number < other.number
  }
}

extension Inviter {
  /// The inviter where there is none.
  static let none = Inviter(
    KeptPerson.noPerson, joined: 0, deletes: Member.never, linkMade: Member.never, generation: 0,
    isSeed: false)
}

/// How the shards of one run meet at the end of each window of time.
protocol Exchange: AnyObject {
  /// Hands over what a shard has sent, and waits for what the others have.
  ///
  /// Empties `parcel.outgoing` and `parcel.newUsers`, and fills `parcel.incoming` and
  /// `parcel.users`.
  ///
  /// - Returns: The state of all shards together; the same for each.
  func meet(_ parcel: inout Parcel, of shard: Int, _ state: ShardState) -> ShardState
}

/// What a shard hands over, and what it receives.
struct Parcel: ~Copyable {
  var outgoing = Column<Passing>()
  var newUsers = Column<PersonNumber>()
  /// What was sent to the people of the shard, in any order.
  var incoming = Column<Passing>()
  /// All people who became users.
  var users = Column<PersonNumber>()
}

/// Where a shard stands at the end of a window.
struct ShardState: BitwiseCopyable {
  /// The tick of the next event, of those sent, too; the greatest number without any.
  var next = UInt64.max
  var events: UInt64 = 0
  var pending = 0
  var bytes = 0
  /// Whether the run continues.
  var goesOn = true

  mutating func add(_ other: ShardState) {
    next = min(next, other.next)
    events += other.events
    pending += other.pending
    bytes += other.bytes
    goesOn = goesOn && other.goesOn
  }
}

/// A run on one shard, which passes everything to itself.
final class LoneExchange: Exchange {
  func meet(_ parcel: inout Parcel, of shard: Int, _ state: ShardState) -> ShardState {
    swap(&parcel.outgoing, &parcel.incoming)
    parcel.outgoing.removeAll()
    swap(&parcel.newUsers, &parcel.users)
    parcel.newUsers.removeAll()
    return state
  }
}

/// The people whom the phones of others know to be users: those who were members at the last
/// exchange, one bit for each of the market.
struct KnownUsers: ~Copyable {
  private var words: Column<UInt64>

  init(of people: Int) { words = Column(repeating: 0, count: (people + 63) / 64) }

  func contains(_ person: PersonNumber) -> Bool {
    words[Int(person >> 6)] >> (person & 63) & 1 == 1
  }

  mutating func insert(_ person: PersonNumber) { words[Int(person >> 6)] |= 1 << (person & 63) }

  var bytes: Int { words.bytes }
}

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
