internal import CGrowthloopEpoll
internal import Glibc

/// The resolution of host names.
public enum HostLookup {
  /// The reason a name does not resolve, in the words of the C library.
  public struct Failure: Error, Hashable, CustomStringConvertible {
    public let host: String
    public let reason: String

    public var description: String { "no address for '\(host)': \(reason)" }
  }

  /// Returns the addresses of a host, by the resolver of this machine; an address resolves to
  /// itself.
  public static func addresses(of host: String) throws(Failure) -> [IPAddress] {
    if let address = IPAddress(host) { return [address] }
    var hints = unsafe addrinfo()
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var first: UnsafeMutablePointer<addrinfo>?
    let answer = unsafe getaddrinfo(host, nil, &hints, &first)
    guard answer == 0 else {
      throw Failure(host: host, reason: unsafe String(cString: gai_strerror(answer)))
    }
    defer { unsafe freeaddrinfo(first) }
    var found: [IPAddress] = []
    var entry = unsafe first
    while let info = unsafe entry?.pointee {
      var native = SocketAddress.Native()
      unsafe withUnsafeMutableBytes(of: &native.storage) { bytes in
        unsafe bytes.copyMemory(
          from: UnsafeRawBufferPointer(start: info.ai_addr, count: Int(info.ai_addrlen)))
      }
      let address = SocketAddress(native).address
      if !found.contains(address) { found.append(address) }
      unsafe entry = info.ai_next
    }
    return found
  }
}
