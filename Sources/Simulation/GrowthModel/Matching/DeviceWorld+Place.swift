import Attribution
import Vocabulary

extension DeviceWorld {
  /// Writes into `signals` where the person is in the network at `now`.
  ///
  /// A carrier's leases all last equally long; each person's begin at a time of their own. So the
  /// address is another one after a time t with a chance of t over the lease, at most 1.
  func locate(
    _ signals: inout DeviceSignals, of person: Int, _ traits: Traits, onCarrier: Bool,
    at now: Instant
  ) {
    let place: Network.Place
    if onCarrier {
      let lease = Double(devices.addressLease.milliseconds)
      let number = Double(now.milliseconds) / lease + traits.phase
      let current = UInt32(truncatingIfNeeded: Int64(number.rounded(.down)))
      place = network.carrier(at: draw(.lease, of: person, current))
    } else {
      place = network.home(of: person)
    }
    signals[.address] = place.address
    signals[.addressPrefix] = place.range
    signals.isAddressShared = place.isKnownAsShared
  }
}
