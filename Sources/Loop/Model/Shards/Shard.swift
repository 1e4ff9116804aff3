import Invites
import Profiles
import Prompts
public import SimulationKernel
import Vocabulary

/// A part of the market, with the events of its people.
struct Shard: ~Copyable {
  var simulation: Simulation<GrowthModel>
  private let number: Int
  /// Whether it is one of several, which meet at the end of each window.
  private let hasOthers: Bool
  /// Whether it was interrupted within a window, which only happens to one that is alone.
  private var isInWindow = false
  private var parcel = Parcel()
  /// The incoming passings in the order of their delivery.
  private var deliveries: [Delivery] = []

  private struct Delivery {
    let key: UInt64
    let place: UInt32
  }

  init(_ model: consuming GrowthModel, number: Int, of shards: Int) {
    let start = model.plan.start
    self.number = number
    hasOthers = shards > 1
    simulation = Simulation(model, from: start)
    simulation.begin()
  }

  /// Handles every event before `horizon`; `goesOn` is asked with the state of all shards, at the
  /// ends of windows.
  ///
  /// - Returns: Whether it reached the horizon.
  mutating func run(
    until horizon: Instant, meeting others: some Exchange, goesOn: (ShardState) -> Bool
  ) -> Bool {
    var isStopped = false
    while true {
      var end = horizon
      if !isInWindow {
        let all = meet(others, goesOn: !isStopped)
        deliver()
        guard all.goesOn else { return false }
        guard all.next < horizon.tick else { break }
        // Alone, it pauses by itself at the end of a window in which anything was sent.
        if hasOthers {
          end = min(end, simulation.model.plan.endOfWindow(Instant(tick: all.next)))
        }
        isStopped = !goesOn(all)
      }
      isInWindow = !run(until: end, goesOn)
      if isInWindow { return false }
    }
    _ = run(until: horizon) { _ in true }
    return true
  }

  /// The state of the shard alone.
  private mutating func state() -> ShardState {
    var state = ShardState()
    state.next = simulation.calendar.upcomingTime()?.tick ?? .max
    state.next = min(state.next, simulation.model.earliest(in: parcel.outgoing))
    state.events = simulation.log.count
    state.pending = simulation.calendar.count + parcel.outgoing.count
    state.bytes = simulation.calendar.bytes
    return state
  }

  /// Exchanges what was sent in the window.
  private mutating func meet(_ others: some Exchange, goesOn: Bool) -> ShardState {
    simulation.model.hand(to: &parcel)
    var state = state()
    state.goesOn = goesOn
    return others.meet(&parcel, of: number, state)
  }

  /// Gives the incoming passings to the model, in an order that no other shard influences.
  private mutating func deliver() {
    simulation.know(parcel.users)
    switch parcel.incoming.count {
    case 0: break
    case 1: simulation.receive(parcel.incoming[0])
    default:
      sort()
      for delivery in deliveries { simulation.receive(parcel.incoming[Int(delivery.place)]) }
    }
  }

  private mutating func sort() {
    deliveries.removeAll(keepingCapacity: true)
    for place in parcel.incoming.indices {
      deliveries.append(
        Delivery(
          key: parcel.incoming[place].key, place: UInt32(truncatingIfNeeded: place)))
    }
    deliveries.sort { one, other in
      if one.key != other.key { return one.key < other.key }
      return parcel.incoming[Int(one.place)].precedes(parcel.incoming[Int(other.place)])
    }
  }

  /// Returns `false` if `goesOn` did.
  private mutating func run(until end: Instant, _ goesOn: (ShardState) -> Bool) -> Bool {
    do {
      let ending = try simulation.run(until: end, every: 4_096) { progress in
        // Others have no part in a long window of one shard.
        var state = ShardState()
        state.next = progress.now.tick
        state.events = progress.events
        state.pending = progress.pending
        state.bytes = progress.bytes
        return hasOthers || goesOn(state)
      }
      return ending != .interrupted
    } catch {
      // The model adds delays to the present; none is negative.
      preconditionFailure("\(error)")
    }
  }
}

extension Simulation where M == GrowthModel {
  fileprivate mutating func begin() { model.begin(&calendar) }

  fileprivate mutating func know(_ users: borrowing Column<PersonNumber>) {
    for place in users.indices { model.users.insert(users[place]) }
  }

  fileprivate mutating func receive(_ passing: Passing) { model.receive(passing, &calendar) }
}

/// The place of a shard, which threads share.
final class ShardBox {
  var shard: Shard

  init(
    _ plan: PreparedGrowthPlan, number: Int, of shards: Int,
    trial: consuming RunningExperiment? = nil,
    observer: (any GrowthObserver)? = nil
  ) {
    let territory = Territory(of: plan.behaviour.market.people, shard: number, of: shards)
    shard = Shard(
      GrowthModel(plan, in: territory, trial: trial, observer: observer), number: number, of: shards
    )
  }

  var simulation: Simulation<GrowthModel> {
    _read { yield shard.simulation }
    _modify { yield &shard.simulation }
  }
}

/// What a whole run comes to.
public struct GrowthResults: Sendable {
  public let tally: Tally
  public let tallyAtJudgement: Tally?
  public let cascades: CascadeSizes
  public let rewards: RewardsDue
  public let log: EventLog
  /// The screens of the inviters that were asked for.
  public let screens: [InviterScreen]
}

extension GrowthRun {
  /// Returns the results of a run in this process, with the screens of the `busiest` inviters and of
  /// these `persons`.
  public func results(busiest: Int, and persons: [Int]) -> GrowthResults {
    GrowthResults(
      tally: tally, tallyAtJudgement: tallyAtJudgement, cascades: cascades,
      rewards: rewards(of: shards.flatMap { ModelView($0).rewardStages }), log: log,
      screens: busiest == 0 && persons.isEmpty
        ? [] : inviterScreens(busiest: busiest, and: persons))
  }

  /// Returns the results of a run over several processes in the first of them; `nil` in the others.
  package func results(
    over link: any ShardLink, busiest: Int, and persons: [Int]
  ) throws -> GrowthResults? {
    let model = ModelView(shards[0])
    let counts = try link.gather(tally.words)
    let atJudgement = try tallyAtJudgement.map { try link.gather($0.words) }
    let logs = try link.gather(log.words)
    let invitees = try link.gather(model.credited.flatMap { [$0.person, $0.inviter] })
    let stages = try link.gather(model.rewardStages)
    let screens = try screens(over: link, busiest: busiest, and: persons)
    guard link.rank == 0 else { return nil }
    var log = EventLog()
    for words in logs { log.add(EventLog(events: words[0], sum: words[1])) }
    return GrowthResults(
      tally: try Tally(adding: counts),
      tallyAtJudgement: try atJudgement.map { try Tally(adding: $0) },
      cascades: CascadeSizes(ofCredited: invitees.flatMap(\.self)),
      rewards: rewards(of: stages.flatMap(\.self)), log: log, screens: screens)
  }

  private func rewards(of stages: [UInt64]) -> RewardsDue {
    RewardsDue(stages, under: prepared.profile.reward, app: prepared.profile.app)
  }

  /// Returns the screens in the first process, of members wherever they are.
  private func screens(
    over link: any ShardLink, busiest count: Int, and persons: [Int]
  ) throws -> [InviterScreen] {
    guard count > 0 || !persons.isEmpty else { return [] }
    let model = ModelView(shards[0])
    let leading = try link.gather(model.busiest(count).flatMap(\.words))
      .flatMap(SharingMember.read).sorted { $0.precedes($1) }.prefix(count)
    let asked = try link.gather(persons.compactMap(model.sharing).flatMap(\.words))
      .flatMap(SharingMember.read)
    let inviters = Set(try link.spread(leading.map(\.person) + asked.map(\.person)))
    let credited = try link.gather(
      model.members(creditedTo: inviters).flatMap { inviter, members in
        members.flatMap { [inviter] + $0.words }
      })
    guard link.rank == 0 else { return [] }
    var invitees: [PersonNumber: [CreditedMember]] = [:]
    for words in credited {
      for start in stride(from: 0, to: words.count, by: CreditedMember.length + 1) {
        invitees[words[start], default: []].append(
          CreditedMember(words[(start + 1)...].prefix(CreditedMember.length).map(\.self)))
      }
    }
    return model.screens(of: Array(leading), and: persons, among: asked, invitees)
  }
}

extension CascadeSizes {
  /// The cascades of credited members, each with the inviter, in any order.
  fileprivate init(ofCredited pairs: [UInt64]) {
    var inviters: [UInt64: UInt64] = [:]
    inviters.reserveCapacity(pairs.count / 2)
    for place in stride(from: 0, to: pairs.count, by: 2) {
      inviters[pairs[place]] = pairs[place + 1]
    }
    let original = inviters
    var sizes: [UInt64: Int] = [:]
    var deepRoots: Set<UInt64> = []
    var recruits: [UInt64: Int] = [:]
    for place in stride(from: 0, to: pairs.count, by: 2) {
      var root = pairs[place + 1]
      while let next = inviters[root] { root = next }
      sizes[root, default: 0] += 1
      recruits[pairs[place + 1], default: 0] += 1
      if original[pairs[place + 1]] != nil { deepRoots.insert(root) }
      // The next ones of the branch go to the root at once.
      inviters[pairs[place]] = root
    }
    trees = sizes.count
    members = pairs.count / 2
    largest = sizes.values.max() ?? 0
    deep = deepRoots.count
    for count in recruits.values { self.count(recruiterOf: count) }
  }
}

/// A connection of the processes that hold the shards of one run, one each.
package protocol ShardLink: AnyObject, Sendable {
  /// The number of this process among them, from 0.
  var rank: Int { get }
  /// The number of processes.
  var count: Int { get }
  /// Gives each process its message, by rank; returns the messages to this one, by sender.
  ///
  /// All processes call it, in the same order.
  func exchange(_ messages: [[UInt8]]) throws -> [[UInt8]]
}

extension ShardLink {
  /// Sends numbers to the first process; returns those of all there, and nothing elsewhere.
  func gather(_ numbers: [UInt64]) throws -> [[UInt64]] {
    var messages = [[UInt8]](repeating: [], count: count)
    messages[0] = Self.bytes(numbers)
    let received = try exchange(messages)
    return rank == 0 ? received.map(Self.numbers) : []
  }

  /// Sends numbers from the first process to all; returns them everywhere.
  func spread(_ numbers: [UInt64]) throws -> [UInt64] {
    let message = rank == 0 ? Self.bytes(numbers) : []
    return Self.numbers(try exchange([[UInt8]](repeating: message, count: count))[0])
  }

  private static func bytes(_ numbers: [UInt64]) -> [UInt8] {
    numbers.flatMap { number in
      (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
    }
  }

  private static func numbers(_ bytes: [UInt8]) -> [UInt64] {
    stride(from: 0, to: bytes.count, by: 8).map { start in
      bytes[start..<min(start + 8, bytes.count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
  }
}
