import SimulationKernel
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
      let ending = try simulation.run(until: end) { progress in
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
