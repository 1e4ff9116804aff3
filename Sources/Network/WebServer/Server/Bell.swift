internal import LinuxIO

/// Tells a server from any thread that something it waits for has got further.
final class Bell: Sendable {
  private let bell: EventDescriptor

  init() throws(SystemCallError) {
    bell = try EventDescriptor()
  }

  func ring() {
    bell.ring()
  }

  var descriptor: Int32 { bell.descriptor.number }
}
