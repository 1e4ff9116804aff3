import GrowthloopTransport
import Testing

@Suite("LinuxIO · addresses and sockets", .timeLimit(.minutes(60)))
struct AddressTests {
  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("2001:DB8:0:0::5", "2001:db8::5"),
    ("::ffff:10.1.2.3", "10.1.2.3"), ("0.0.0.0", "0.0.0.0"), ("::", "::"),
  ])
  func `an address is written in one way`(_ text: String, _ written: String) {
    #expect(IPAddress(text)?.description == written)
  }

  @Test(arguments: ["", "localhost", "1.2.3", "1.2.3.256", ":::", "1.2.3.4 "])
  func `what is no address is not taken for one`(_ text: String) {
    #expect(IPAddress(text) == nil)
  }

  @Test func `loopback is this machine in both families`() {
    #expect(IPAddress("127.3.4.5")?.isLoopback == true)
    #expect(IPAddress("::1")?.isLoopback == true)
    #expect(IPAddress("128.0.0.1")?.isLoopback == false)
    #expect(IPAddress("::2")?.isLoopback == false)
  }

  @Test(arguments: [IPAddress.loopbackV4, .loopbackV6])
  func `bytes go through a connection in both directions`(_ address: IPAddress) throws {
    let listener = try ListeningSocket(on: SocketAddress(address, port: 0))
    #expect(listener.address.port != 0)
    let nobody = try listener.accept() == nil
    #expect(nobody)
    let client = try OwnedDescriptor.connected(to: listener.address, patience: .seconds(10))
    guard let server = try listener.accept() else {
      Issue.record("no connection came")
      return
    }
    #expect(server.peer.address == address)
    let sent = try client.send([1, 2, 3].span)
    #expect(sent == 3)
    var bytes = [UInt8](repeating: 0, count: 8)
    var span = bytes.mutableSpan
    // The three bytes are in the other socket before `send` returns: this is one machine.
    let received = try server.socket.read(into: &span)
    #expect(received == 3)
    let nothing = try server.socket.read(into: &span)
    #expect(nothing == nil)
    client.finishSending()
    let end = try server.socket.read(into: &span)
    #expect(end == 0)
    #expect(bytes[..<3] == [1, 2, 3])
  }

  @Test func `a port that is taken is reported as such`() throws {
    let first = try ListeningSocket(on: SocketAddress(.loopbackV4, port: 0))
    let address = first.address
    #expect {
      _ = try ListeningSocket(on: address)
    } throws: { error in
      (error as? SystemCallError)?.isAddressInUse == true
        && "\(error)" == "bind \(address): Address already in use"
    }
    _ = consume first
  }
}
