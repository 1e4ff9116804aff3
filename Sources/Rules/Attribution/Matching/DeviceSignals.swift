/// What one device told of itself, as integers that mean nothing outside.
///
/// Each value is a hash or a number given by whoever observed the device; zero means unknown, and
/// the unknown never equals anything. The values fill one cache line, so that comparing two devices
/// takes a few vector instructions.
public struct DeviceSignals: Hashable, Sendable, BitwiseCopyable {
  private var values = SIMD16<UInt32>(repeating: 0)
  /// A code that went through the clipboard or an install referrer; zero if there is none.
  public var token: UInt64 = 0
  /// Whether the address is known to stand for many devices: carrier-grade NAT, a private range.
  public var isAddressShared = false

  public init() {}

  public subscript(signal: Signal) -> UInt32 {
    get { values[Int(signal.rawValue)] }
    set { values[Int(signal.rawValue)] = newValue }
  }
}

extension DeviceSignals {
  /// The signals that are known of both devices and the same.
  public func agreement(with other: DeviceSignals) -> Signal.Set {
    // Lane by lane: the standard library's vector masks took ten times as long here.
    var agreeing: UInt32 = 0
    for lane in 0..<values.scalarCount {
      let value = values[lane]
      if value != 0, value == other.values[lane] { agreeing |= 1 << UInt32(lane) }
    }
    return Signal.Set(rawValue: agreeing)
  }

  /// The signals that are known.
  public var known: Signal.Set { agreement(with: self) }
}
