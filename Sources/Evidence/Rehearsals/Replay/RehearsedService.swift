/// A link service that runs on this machine for a rehearsal, and may be killed.
public protocol RehearsedService: AnyObject {
  var port: UInt16 { get }
  /// What its backend shows to be let in.
  var token: String { get }
  /// Ends its process at once, without a word to it.
  func kill()
  /// Starts it anew over what it kept, at the same port.
  func restart() throws
}
