/// A contact as the flows know it: an irreversible key of this device, with no name and no number.
///
/// The caller makes it, with a salt that never leaves the device.
public struct ContactKey: Hashable, Sendable, BitwiseCopyable {
  public var rawValue: UInt64

  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }
}
