/// How recipients' devices look to a matcher.
public struct Devices: Hashable, Sendable {
  /// The share of people behind an address that many share, as on cellular networks.
  public var behindSharedAddress = 0.5
  /// The number of people behind such an address.
  public var peoplePerAddress = 60
  /// The share of people whose web view names another language than the device.
  public var languageMismatch = 0.05

  public init() {}
}
