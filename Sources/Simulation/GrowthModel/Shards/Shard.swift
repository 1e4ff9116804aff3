import SimulationKernel
import Vocabulary

/// A part of the market, with the events of its people.
final class Shard {
  var simulation: Simulation<GrowthModel>
  private let number: Int
  private var parcel = Parcel()
  /// The incoming passings in the order of their delivery.
  private var deliveries: [Delivery] = []

  private struct Delivery {
    let key: UInt64
    let place: UInt32
  }

  init(_ model: consuming GrowthModel, number: Int) {
    let start = model.plan.start
    self.number = number
    simulation = Simulation(model, from: start)
    simulation.begin()
  }

  /// Handles every event before `horizon`, window by window; `goesOn` is asked with the state of all
  /// shards, at the ends of windows.
  ///
  /// - Returns: Whether it reached the horizon.
  func run(
    until horizon: Instant, meeting others: some Exchange, goesOn: (ShardState) -> Bool
  ) -> Bool {
    let window = Interval.seconds(Int64(GrowthModel.windowLength))
    let start = simulation.model.plan.start
    var isStopped = false
    while true {
      let all = meet(others, goesOn: !isStopped)
      deliver()
      guard all.goesOn else { return false }
      guard all.next < horizon.tick else { break }
      let passed = (Instant(tick: all.next) - start).milliseconds / window.milliseconds
      let end = start + .milliseconds((passed + 1) * window.milliseconds)
      run(until: min(end, horizon))
      if !goesOn(all) { isStopped = true }
    }
    run(until: horizon)
    return true
  }

  /// Exchanges what was sent in the window.
  private func meet(_ others: some Exchange, goesOn: Bool) -> ShardState {
    simulation.hand(to: &parcel)
    var state = ShardState()
    state.next = simulation.calendar.upcomingTime()?.tick ?? .max
    state.next = min(state.next, simulation.model.earliest(in: parcel.outgoing))
    state.events = simulation.log.count
    state.pending = simulation.calendar.count + parcel.outgoing.count
    state.bytes = simulation.calendar.bytes
    state.goesOn = goesOn
    return others.meet(&parcel, of: number, state)
  }

  /// Gives the incoming passings to the model, in an order that no other shard influences.
  private func deliver() {
    simulation.know(parcel.users)
    guard parcel.incoming.count > 0 else { return }
    deliveries.removeAll(keepingCapacity: true)
    for place in parcel.incoming.indices {
      let passing = parcel.incoming[place]
      deliveries.append(Delivery(key: passing.key, place: UInt32(truncatingIfNeeded: place)))
    }
    if deliveries.count > 1 {
      deliveries.sort { one, other in
        if one.key != other.key { return one.key < other.key }
        return parcel.incoming[Int(one.place)].precedes(parcel.incoming[Int(other.place)])
      }
    }
    simulation.receive(parcel.incoming, in: deliveries.lazy.map { Int($0.place) })
  }

  private func run(until end: Instant) {
    do {
      try simulation.run(until: end, every: .max)
    } catch {
      // The model adds delays to the present; none is negative.
      preconditionFailure("\(error)")
    }
  }
}

extension Simulation where M == GrowthModel {
  fileprivate mutating func begin() { model.begin(&calendar) }

  /// Puts what was sent in the window into `parcel`, whose outgoing part is empty.
  fileprivate mutating func hand(to parcel: inout Parcel) {
    swap(&model.outgoing, &parcel.outgoing)
    swap(&model.newUsers, &parcel.newUsers)
  }

  fileprivate mutating func know(_ users: borrowing Column<PersonNumber>) {
    for place in users.indices { model.users.insert(users[place]) }
  }

  fileprivate mutating func receive(
    _ incoming: borrowing Column<Passing>, in order: some Sequence<Int>
  ) {
    for place in order { model.receive(incoming[place], &calendar) }
  }
}
