internal import CGrowthloopEpoll
internal import Glibc

/// The address of a socket: an IP address and a port.
public struct SocketAddress: Hashable, Sendable {
  public let address: IPAddress
  public let port: UInt16

  public init(_ address: IPAddress, port: UInt16) {
    self.address = address
    self.port = port
  }
}

extension SocketAddress: CustomStringConvertible {
  public var description: String {
    address.v4 == nil ? "[\(address)]:\(port)" : "\(address):\(port)"
  }
}

extension SocketAddress {
  /// The kernel's form of an address, with room for either family.
  struct Native {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)

    /// Lends the address to a system call.
    mutating func withPointer<Answer>(
      _ body: (UnsafeMutablePointer<sockaddr>, inout socklen_t) -> Answer
    ) -> Answer {
      unsafe withUnsafeMutablePointer(to: &storage) { pointer in
        unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe body($0, &length)
        }
      }
    }
  }

  var family: Int32 { address.v4 == nil ? AF_INET6 : AF_INET }

  var native: Native {
    var native = Native()
    unsafe withUnsafeMutableBytes(of: &native.storage) { bytes in
      if let v4 = address.v4 {
        var four = sockaddr_in()
        four.sin_family = sa_family_t(AF_INET)
        four.sin_port = port.bigEndian
        four.sin_addr.s_addr = v4.bigEndian
        unsafe bytes.storeBytes(of: four, as: sockaddr_in.self)
      } else {
        var six = sockaddr_in6()
        six.sin6_family = sa_family_t(AF_INET6)
        six.sin6_port = port.bigEndian
        unsafe withUnsafeMutableBytes(of: &six.sin6_addr) {
          unsafe $0.storeBytes(of: address.network.bigEndian, as: UInt64.self)
          unsafe $0.storeBytes(of: address.interface.bigEndian, toByteOffset: 8, as: UInt64.self)
        }
        unsafe bytes.storeBytes(of: six, as: sockaddr_in6.self)
      }
    }
    native.length = socklen_t(
      address.v4 == nil ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size)
    return native
  }

  init(_ native: Native) {
    self = unsafe withUnsafeBytes(of: native.storage) { bytes in
      if Int32(native.storage.ss_family) == AF_INET {
        let four = unsafe bytes.load(as: sockaddr_in.self)
        return SocketAddress(
          IPAddress(v4: UInt32(bigEndian: four.sin_addr.s_addr)),
          port: UInt16(bigEndian: four.sin_port))
      }
      let six = unsafe bytes.load(as: sockaddr_in6.self)
      return SocketAddress(IPAddress(six.sin6_addr), port: UInt16(bigEndian: six.sin6_port))
    }
  }
}
