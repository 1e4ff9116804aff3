internal import Attribution
internal import GrowthloopTransport

/// A keyed hash of device signals.
struct DeviceObserver {
  private let key: KeyedHash

  init(_ key: KeyedHash) {
    self.key = key
  }

  /// Returns the hashed signals of a request: its address, and all others known.
  func signals(
    from address: IPAddress, _ reported: (Signal) -> String?, token: UInt64 = 0
  ) -> DeviceSignals {
    var signals = DeviceSignals()
    let bytes = address.bytes
    signals[.address] = number(of: .address, bytes.span)
    signals[.addressPrefix] = number(
      of: .addressPrefix, bytes.span.extracting(..<address.prefixLength))
    signals.isAddressShared = address.isShared
    signals.token = token
    for signal in Signal.allCases where signal != .address && signal != .addressPrefix {
      if let text = reported(signal), !text.isEmpty {
        signals[signal] = number(of: signal, text.utf8.span)
      }
    }
    return signals
  }

  /// Returns a hash; never zero, which stands for unknown.
  private func number(of signal: Signal, _ bytes: Span<UInt8>) -> UInt32 {
    max(1, UInt32(truncatingIfNeeded: key.hash(bytes, after: signal.rawValue)))
  }
}

extension IPAddress {
  /// Its sixteen bytes.
  fileprivate var bytes: InlineArray<16, UInt8> {
    InlineArray { place in
      let half = place < 8 ? network : interface
      return UInt8(truncatingIfNeeded: half >> UInt64(56 - 8 * (place & 7)))
    }
  }

  /// The bytes of 24 bits of IPv4, or 64 of IPv6.
  fileprivate var prefixLength: Int { v4 == nil ? 8 : 15 }

  /// Whether many devices share it: carrier-grade NAT, and private networks.
  fileprivate var isShared: Bool {
    guard let v4 else { return network >> 57 == 0xFC >> 1 }
    return v4 >> 24 == 10 || v4 >> 20 == 0xAC1 || v4 >> 16 == 0xC0A8
      || v4 >> 22 == 0x6440_0000 >> 22
  }
}
