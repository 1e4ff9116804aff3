import Foundation
import Testing

@testable import GrowthloopTransport

@Suite("Linux · small files, and the time since boot")
struct SmallFileTests {
  private let path = NSTemporaryDirectory() + "growthloop-small-" + UUID().uuidString

  @Test func `a file is replaced as a whole, and is its owner's alone`() throws {
    let file = SmallFile(path)
    #expect(try file.read() == nil)
    try file.remove()
    let long = [UInt8](repeating: 7, count: 10_000)
    for content in [long, Array("short".utf8)] {
      try file.replace(with: content)
      #expect(try file.read() == content)
    }
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    try file.remove()
    #expect(try file.read() == nil)
  }

  @Test func `what cannot be written says why, and leaves nothing`() {
    let file = SmallFile("\(path)/gone/file")
    #expect {
      try file.replace(with: [])
    } throws: { error in
      (error as? SystemCallError)?.number == ENOENT
    }
  }

  @Test func `the time since boot goes forward, and the boot has a name`() {
    let first = BootTime.nanoseconds()
    #expect(first > 0 && BootTime.nanoseconds() >= first)
    #expect(BootTime.name() == BootTime.name() && BootTime.name() != "")
  }
}
