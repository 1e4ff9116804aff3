/// The addresses of a town: one per home, and a pool for carriers' phones.
struct Network: Sendable {
  let homes: Int
  let carrierAddresses: Int
  private let peoplePerHome: Double
  private let knownAsShared: Int

  init(_ devices: Devices, people: Int) {
    precondition(people > 0, "there are \(people) people")
    precondition(
      devices.peoplePerAddress >= 1 && devices.peoplePerHome >= 1,
      "\(devices.peoplePerAddress) people behind an address, \(devices.peoplePerHome) in a home")
    peoplePerHome = devices.peoplePerHome
    homes = Int(Double(people - 1) / peoplePerHome) + 1
    let onCarrier = Double(people) * devices.behindSharedAddress
    carrierAddresses = max(1, Int((onCarrier / Double(devices.peoplePerAddress)).rounded()))
    knownAsShared = Int(Double(carrierAddresses) * devices.knownSharedAddresses)
    precondition(homes + carrierAddresses < 1 << 32, "\(people) people need too many addresses")
  }

  /// A public address, as a number above 0, with its range of 256 addresses.
  struct Place {
    let address: UInt32
    let range: UInt32
    let isKnownAsShared: Bool
  }

  /// Returns the address of a person's home, which people with adjacent numbers share.
  func home(of person: Int) -> Place {
    let home = Int(Double(person) / peoplePerHome)
    return Place(address: UInt32(1 + home), range: UInt32(1 + home / 256), isKnownAsShared: false)
  }

  /// Returns the carrier's address at the proportion `share` of its pool, from 0 up to 1.
  func carrier(at share: Double) -> Place {
    let place = Int(share * Double(carrierAddresses))
    return Place(
      address: UInt32(1 + homes + place), range: UInt32(2 + homes / 256 + place / 256),
      isKnownAsShared: place < knownAsShared)
  }
}
