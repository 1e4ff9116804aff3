/// The number of open connections of each address.
struct AddressCounts {
  private var counts: [IPAddress: Int] = [:]

  /// Counts a connection; returns `false` if its address has `most` already.
  mutating func add(_ address: IPAddress, most: Int) -> Bool {
    let count = counts[Self.holder(of: address), default: 0]
    guard count < most else { return false }
    counts[Self.holder(of: address)] = count + 1
    return true
  }

  mutating func remove(_ address: IPAddress) {
    let holder = Self.holder(of: address)
    guard let count = counts[holder] else { preconditionFailure("a connection left twice") }
    counts[holder] = count == 1 ? nil : count - 1
  }

  /// An IPv6 customer has a network of 2^64 addresses, counted as one.
  private static func holder(of address: IPAddress) -> IPAddress {
    address.v4 == nil ? IPAddress(network: address.network, interface: 0) : address
  }
}
