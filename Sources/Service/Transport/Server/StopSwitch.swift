/// Stops a server from any thread.
public final class StopSwitch: Sendable {
  private let wakeup: WakeupEvent

  init() throws(SystemCallError) {
    wakeup = try WakeupEvent()
  }

  /// Requests that the server finish its open requests and return; returns at once.
  public func stop() {
    wakeup.signal()
  }

  var descriptor: Int32 { wakeup.descriptor.number }
}
