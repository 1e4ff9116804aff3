internal import LinuxIO

/// Stops a server from any thread.
public final class StopSwitch: Sendable {
  private let bell: EventDescriptor

  init() throws(SystemCallError) {
    bell = try EventDescriptor()
  }

  /// Asks the server to finish what runs and to return; returns at once.
  public func stop() {
    bell.ring()
  }

  var descriptor: Int32 { bell.descriptor.number }
}
