internal import GrowthloopTransport

/// The checks before a run.
enum Preflight {
  /// The number of descriptors beside connections.
  private static let otherDescriptors = 64
  /// The time limit of one connection, and of one TLS handshake.
  private static let patience = Duration.seconds(5)

  static func reserveDescriptors(for connections: Int) throws(LoadRefusal) {
    let needed = connections + otherDescriptors
    let allowed: Int
    do throws(SystemCallError) {
      allowed = try DescriptorLimit.raise(to: needed)
    } catch {
      throw .system(error)
    }
    guard allowed >= needed else { throw .descriptors(needed: needed, allowed: allowed) }
  }

  /// Finds the first of the host's addresses that takes a connection.
  static func answeringAddress(of target: LoadTarget) throws(LoadRefusal) -> SocketAddress {
    var last = SystemCallError.noFreePort
    for address in try addresses(of: target.host) {
      let place = SocketAddress(address, port: target.port)
      do throws(SystemCallError) {
        _ = try OwnedDescriptor.connected(to: place, patience: patience)
        return place
      } catch {
        last = error
      }
    }
    throw .unreachable(target, last)
  }

  private static func addresses(of host: String) throws(LoadRefusal) -> [IPAddress] {
    do throws(HostLookup.Failure) {
      return try HostLookup.addresses(of: host)
    } catch {
      throw .unknownHost(error)
    }
  }

  /// Returns routes with a port for every connection; loopback connections may use several source
  /// addresses.
  static func routes(
    to address: SocketAddress, for connections: Int, ports: Int = availablePorts()
  ) throws(LoadRefusal) -> [ClientSocket.Route] {
    if connections <= ports { return [ClientSocket.Route(to: address)] }
    guard let v4 = address.address.v4, address.address.isLoopback else {
      throw .ports(needed: connections, available: ports)
    }
    let sources = (connections + ports - 1) / ports
    return (0..<UInt32(sources)).map { number in
      // From the target's own address on; 127.0.0.0/8 is all this machine.
      let bits = v4 & 0xFF00_0000 | (v4 + number) & 0xFF_FFFF
      return ClientSocket.Route(to: address, from: IPAddress(v4: bits))
    }
  }

  /// The number of ephemeral ports, less a tenth for other programs.
  static func availablePorts() -> Int {
    let text = SystemText.read("/proc/sys/net/ipv4/ip_local_port_range") ?? ""
    let ends = text.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    guard ends.count == 2 else { return 25_000 }
    return max(1, (ends[1] - ends[0] + 1) * 9 / 10)
  }

  /// Checks that the target completes a TLS handshake with a trusted certificate.
  static func trust(
    _ target: LoadTarget, at address: SocketAddress
  ) throws(LoadRefusal) -> TLSClient {
    guard
      let client = TLSClient(host: target.host, verifies: target.verifiesCertificate)
    else {
      throw .untrusted(target, reason: "OpenSSL cannot be set up")
    }
    let complaint: String?
    do throws(SystemCallError) {
      try ThisThread.ignoreBrokenPipes()
      let socket = try OwnedDescriptor.connected(to: address, patience: patience)
      complaint = try client.session(over: socket.number).agree(
        over: socket.number, within: patience)
    } catch {
      throw .unreachable(target, error)
    }
    if let complaint { throw .untrusted(target, reason: complaint) }
    return client
  }
}
