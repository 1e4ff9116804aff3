/// The connection of a process to the others of its job; each has a rank, from 0.
package protocol RankTransport: AnyObject, Sendable {
  /// The rank of this process.
  var rank: Int { get }
  /// The number of ranks.
  var count: Int { get }
  /// Sends a message without waiting for its arrival; messages to a lost rank are dropped.
  func send(_ message: [UInt8], to rank: Int)
  /// Returns a message that has arrived; `nil` if there is none.
  func receive() -> (sender: Int, message: [UInt8])?
  /// Leaves the job; the last call.
  ///
  /// It waits for the other ranks. Where one of them was lost, it ends them all after a while, with
  /// that exit code.
  func leave(afterLoss hasLost: Bool, code: Int32)
}
