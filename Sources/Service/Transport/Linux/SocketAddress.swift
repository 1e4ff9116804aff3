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

    init() {}

    /// The address of a socket in the file system, or of one without a file, whose name begins with
    /// `@`; `nil` for a path that is too long.
    init?(path: String) {
      let bytes = Array(path.utf8)
      let start = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
      let room = MemoryLayout<sockaddr_un>.size - start
      guard !bytes.isEmpty, bytes.count < room, !bytes.contains(0) else { return nil }
      storage.ss_family = sa_family_t(AF_UNIX)
      unsafe withUnsafeMutableBytes(of: &storage) { all in
        for (place, byte) in bytes.enumerated() { unsafe all[start + place] = byte }
        // The kernel takes a name that begins with a zero byte as it is, up to its length.
        if bytes[0] == UInt8(ascii: "@") { unsafe all[start] = 0 }
      }
      length = socklen_t(start + bytes.count + (bytes[0] == UInt8(ascii: "@") ? 0 : 1))
    }

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

/// Operations on a socket with another owner.
public enum BorrowedSocket {
  /// Sends as much as the kernel takes at once, without raising a signal; returns the number of
  /// bytes.
  public static func send(_ bytes: [UInt8], to number: Int32) -> Int {
    let flags = Int32(MSG_DONTWAIT | MSG_NOSIGNAL)
    return max(0, unsafe Glibc.send(number, bytes, bytes.count, flags))
  }

  /// Makes the socket non-blocking.
  public static func stopWaiting(_ number: Int32) throws(SystemCallError) {
    let flags = try systemCall("fcntl") { fcntl(number, F_GETFL) }
    try systemCall("fcntl") { fcntl(number, F_SETFL, flags | O_NONBLOCK) }
  }

  /// Shuts down the sending direction.
  public static func finishSending(_ number: Int32) {
    _ = shutdown(number, Int32(SHUT_WR))
  }

  /// Shuts down both directions; sent bytes still arrive.
  public static func end(_ number: Int32) {
    _ = shutdown(number, Int32(SHUT_RDWR))
  }

  /// The number of received bytes that are unread.
  public static func unreadBytes(of number: Int32) -> Int {
    var count: Int32 = 0
    return unsafe ioctl(number, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }

  /// Discards at most `count` received bytes.
  public static func discardReceived(from number: Int32, atMost count: Int) {
    var bytes = [UInt8](repeating: 0, count: count)
    _ = unsafe recv(number, &bytes, count, Int32(MSG_DONTWAIT))
  }
}

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

/// A TCP socket that accepts connections.
public struct ListeningSocket: ~Copyable {
  /// An accepted connection and its peer address.
  public struct Connection: ~Copyable {
    public let peer: SocketAddress
    public let socket: OwnedDescriptor

    /// Releases the descriptor to an owner outside Swift, which closes it.
    public consuming func release() -> Int32 { socket.release() }
  }

  public let descriptor: OwnedDescriptor
  /// The bound address, with the actual port.
  public let address: SocketAddress

  /// The number of connections that may wait to be accepted; the kernel takes no more than
  /// `net.core.somaxconn`, 4,096 where nothing else is set.
  private static let backlog: Int32 = 65_535

  /// Begins to listen; port 0 selects a free port.
  public init(on address: SocketAddress) throws(SystemCallError) {
    let descriptor = OwnedDescriptor(
      owning: try systemCall("socket", on: "\(address)") {
        socket(
          address.family,
          Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue),
          Int32(IPPROTO_TCP))
      })
    let number = descriptor.number
    // A restarted server must not wait for the kernel to drop its old connections.
    try number.set(SO_REUSEADDR, at: SOL_SOCKET)
    if address.family == AF_INET6 { try number.set(IPV6_V6ONLY, at: Int32(IPPROTO_IPV6)) }
    var native = address.native
    try systemCall("bind", on: "\(address)") {
      unsafe native.withPointer { unsafe bind(number, $0, $1) }
    }
    try systemCall("listen", on: "\(address)") { listen(number, Self.backlog) }
    try self.init(taking: descriptor)
  }

  /// Takes over a socket that listens already, and that another process may hold, too.
  public init(taking descriptor: consuming OwnedDescriptor) throws(SystemCallError) {
    let number = descriptor.number
    try BorrowedSocket.stopWaiting(number)
    try systemCall("fcntl") { fcntl(number, F_SETFD, FD_CLOEXEC) }
    var bound = SocketAddress.Native()
    try systemCall("getsockname") {
      unsafe bound.withPointer { unsafe getsockname(number, $0, &$1) }
    }
    guard [AF_INET, AF_INET6].contains(Int32(bound.storage.ss_family)) else {
      throw SystemCallError(call: "getsockname", number: EAFNOSUPPORT)
    }
    // Who made the socket may have given it a shorter queue.
    try systemCall("listen") { listen(number, Self.backlog) }
    address = SocketAddress(bound)
    self.descriptor = descriptor
  }

  /// Accepts the next connection, as a non-blocking socket; `nil` if none waits.
  public func accept() throws(SystemCallError) -> Connection? {
    let number = descriptor.number
    while true {
      var native = SocketAddress.Native()
      do throws(SystemCallError) {
        let socket = try systemCallWithoutWaiting("accept4") { () -> Int32 in
          unsafe native.withPointer {
            unsafe accept4(
              number, $0, &$1, Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue))
          }
        }
        guard let socket else { return nil }
        return Connection(peer: SocketAddress(native), socket: OwnedDescriptor(owning: socket))
      } catch  where error.number == ECONNABORTED {
        continue  // It was gone before it was taken.
      }
    }
  }
}
