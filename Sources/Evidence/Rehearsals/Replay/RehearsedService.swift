/// A link service on this machine that a rehearsal may kill.
public protocol RehearsedService: AnyObject {
  var port: UInt16 { get }
  /// The backend's bearer token.
  var token: String { get }
  /// Kills its process (SIGKILL).
  func kill()
  /// Starts it again over the stored data, at the same port.
  func restart() throws
}
