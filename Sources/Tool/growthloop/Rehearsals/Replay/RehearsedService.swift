public import GrowthloopLinkStore

/// A link service on this machine that a rehearsal may kill.
public protocol RehearsedService: AnyObject {
  var port: UInt16 { get }
  /// The backend's bearer token.
  var token: String { get }
  /// The hash of persons in its exported events.
  var identities: HMACIdentityHasher { get }
  /// Reads the events that it has exported, a line of JSON each.
  func readEvents() throws -> [UInt8]
  /// Kills its process (SIGKILL).
  func kill()
  /// Starts it again over the stored data, at the same port.
  func restart() throws
}
