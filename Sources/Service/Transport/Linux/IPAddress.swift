internal import CGrowthloopEpoll
internal import Glibc

/// An IPv6 address, or an IPv4 address in mapped form (`::ffff:127.0.0.1`).
public struct IPAddress: Hashable, Sendable {
  /// The first eight bytes.
  public let network: UInt64
  /// The last eight bytes.
  public let interface: UInt64

  /// Takes the two halves, the first byte of each as the highest.
  public init(network: UInt64, interface: UInt64) {
    self.network = network
    self.interface = interface
  }

  /// Takes an IPv4 address, its first byte as the highest.
  public init(v4 bits: UInt32) {
    self.init(network: 0, interface: 0xFFFF_0000_0000 | UInt64(bits))
  }

  /// Parses an address in any form of the C library; `nil` if it is not valid.
  public init?(_ text: some StringProtocol) {
    let text = String(text)
    var four = in_addr()
    var six = in6_addr()
    if unsafe inet_pton(AF_INET, text, &four) == 1 {
      self.init(v4: UInt32(bigEndian: four.s_addr))
    } else if unsafe inet_pton(AF_INET6, text, &six) == 1 {
      self.init(six)
    } else {
      return nil
    }
  }

  init(_ address: in6_addr) {
    let bytes = unsafe withUnsafeBytes(of: address) { unsafe Array($0) }
    func half(_ part: ArraySlice<UInt8>) -> UInt64 { part.reduce(0) { $0 << 8 | UInt64($1) } }
    self.init(network: half(bytes[..<8]), interface: half(bytes[8...]))
  }

  /// The IPv4 address, if it is a mapped one.
  public var v4: UInt32? {
    network == 0 && interface >> 32 == 0xFFFF ? UInt32(truncatingIfNeeded: interface) : nil
  }

  /// Whether it is a loopback address.
  public var isLoopback: Bool { v4.map { $0 >> 24 == 127 } ?? (self == .loopbackV6) }

  public static let loopbackV4 = IPAddress(v4: 0x7F00_0001)
  public static let loopbackV6 = IPAddress(network: 0, interface: 1)
}

extension IPAddress: CustomStringConvertible {
  public var description: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    if let v4 {
      var address = in_addr(s_addr: v4.bigEndian)
      unsafe inet_ntop(AF_INET, &address, &text, socklen_t(INET6_ADDRSTRLEN))
    } else {
      var halves = (network.bigEndian, interface.bigEndian)
      unsafe inet_ntop(AF_INET6, &halves, &text, socklen_t(INET6_ADDRSTRLEN))
    }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
