/// The addresses of a town: one for each home, and a pool in which carriers put their phones.
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

  /// A public address, as a number above 0, its range of 256 addresses, and who knows it is shared.
  struct Place {
    let address: UInt32
    let range: UInt32
    let isKnownAsShared: Bool
  }

  /// The address of a person's home: people with numbers next to each other share it.
  func home(of person: Int) -> Place {
    let home = Int(Double(person) / peoplePerHome)
    return Place(address: UInt32(1 + home), range: UInt32(1 + home / 256), isKnownAsShared: false)
  }

  /// The carrier's address at `share`, from 0 up to 1, of its pool.
  func carrier(at share: Double) -> Place {
    let place = Int(share * Double(carrierAddresses))
    return Place(
      address: UInt32(1 + homes + place), range: UInt32(2 + homes / 256 + place / 256),
      isKnownAsShared: place < knownAsShared)
  }
}
