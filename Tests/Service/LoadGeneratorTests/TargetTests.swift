import Foundation
import Glibc
import GrowthloopTransport
import Statistics
import Testing

@testable import GrowthloopLoadGenerator

@Suite("Targets · addresses of either family, and sockets by their paths", .timeLimit(.minutes(60)))
struct TargetTests {
  @Test func `a socket is named by its path, and may have a prefix of paths`() throws {
    let plain = try #require(LoadTarget(url: "unix:/run/app.sock"))
    #expect(plain.socketPath == "/run/app.sock" && plain.endpoint.path == "")
    #expect("\(plain)" == "unix:/run/app.sock" && plain.endpoint.hostField == "localhost")
    let prefixed = try #require(LoadTarget(url: "unix:/run/app.sock:/api/"))
    #expect(prefixed.endpoint.path == "/api" && "\(prefixed)" == "unix:/run/app.sock:/api")
    for wrong in ["unix:run", "unix:", "unix:/a:b", "unix:/" + String(repeating: "x", count: 120)] {
      #expect(LoadTarget(url: wrong) == nil, "\(wrong)")
    }
  }

  /// A socket at a path, whose connections all get the same answer.
  private func serve(at path: String, _ count: Int) throws -> BackgroundThread {
    let number = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
      for (place, byte) in path.utf8.enumerated() { unsafe room[place] = byte }
    }
    let bound = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    #expect(bound == 0 && listen(number, 64) == 0)
    return try BackgroundThread {
      let answer = Array(
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok".utf8)
      var room = [UInt8](repeating: 0, count: 4_096)
      // One more: the plan looks whether anybody is there.
      for _ in 0...count {
        let connection = accept(number, nil, nil)
        if unsafe recv(connection, &room, room.count, 0) > 0 {
          _ = unsafe send(connection, answer, answer.count, 0)
        }
        close(connection)
      }
      close(number)
    }
  }

  private func plan(_ target: LoadTarget, _ count: Int) -> LoadPlan {
    LoadPlan(
      target, .open(.recorded((0..<count).map { Int64($0) * 1_000_000 })), TrafficMix(.get("/")))
  }

  @Test func `a socket of this machine is loaded like an address`() throws {
    let path = "\(NSTemporaryDirectory())/\(UUID().uuidString.prefix(8)).sock"
    defer { _ = unsafe unlink(path) }
    let target = try #require(LoadTarget(url: "unix:\(path)"))
    #expect(throws: LoadRefusal.self) { _ = try LoadRun(plan(target, 1)) }
    let thread = try serve(at: path, 40)
    let record = try LoadRun(plan(target, 40)).run()
    thread.join()
    #expect(record.counts.answered(inClass: 2) == 40 && record.counts.errors == 0)
    #expect(record.latencies.response.totalCount == 40)
  }

  @Test func `an address of IPv6 is loaded like one of IPv4`() throws {
    let server = try AnsweringServer(at: .loopbackV6) { _ in
      .init(text: "HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
    }
    defer { server.stop() }
    let target = try #require(LoadTarget(url: "http://[::1]:\(server.address.port)/x"))
    let record = try LoadRun(plan(target, 20)).run()
    #expect(record.counts.answered == 20 && record.counts.errors == 0)
    #expect(server.requests.allSatisfy { $0.contains("Host: [::1]:\(server.address.port)\r\n") })
  }
}
