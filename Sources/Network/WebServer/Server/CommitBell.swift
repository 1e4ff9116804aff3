internal import LinuxIO

/// Tells a server from any thread that its commit has come to an end.
final class CommitBell: Sendable {
  private let bell: EventDescriptor

  init() throws(SystemCallError) {
    bell = try EventDescriptor()
  }

  func ring() {
    bell.ring()
  }

  var descriptor: Int32 { bell.descriptor.number }
}
