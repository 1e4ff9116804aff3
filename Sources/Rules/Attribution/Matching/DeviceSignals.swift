import Vocabulary

/// The signals of one device, as integers without meaning outside.
///
/// Each value is a hash or a number given by the observer of the device. Zero means unknown, and an
/// unknown value equals none. The values fill one cache line, so that comparing two devices takes a
/// few vector instructions.
public struct DeviceSignals: Hashable, Sendable, BitwiseCopyable {
  private var values = SIMD16<UInt32>(repeating: 0)
  /// A code that passed through the clipboard or an install referrer; zero if there is none.
  public var token: UInt64 = 0
  /// Whether the address is known to stand for many devices: carrier-grade NAT, a private range.
  public var isAddressShared = false

  /// Creates signals that are all unknown, without a token.
  public init() {}

  /// The value of `signal`; zero if it is unknown.
  public subscript(signal: Signal) -> UInt32 {
    get { values[Int(signal.rawValue)] }
    set { values[Int(signal.rawValue)] = newValue }
  }
}

extension DeviceSignals {
  /// Returns the signals that are known and equal on both devices.
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

extension DeviceSignals {
  /// Returns a number that devices share which agree in all of `signals`; `nil` if one is unknown.
  ///
  /// Other devices share it with a probability of about 2^−32. An index may use it as a key; a
  /// match must not rely on it.
  public func digest(of signals: Signal.Set) -> UInt32? {
    var rest = signals.rawValue
    var mixed: UInt64 = 0
    while rest != 0 {
      let value = values[rest.trailingZeroBitCount]
      guard value != 0 else { return nil }
      mixed = (mixed ^ UInt64(value)).mixed
      rest &= rest - 1
    }
    return UInt32(truncatingIfNeeded: mixed)
  }
}
