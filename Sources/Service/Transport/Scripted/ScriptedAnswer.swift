/// The bytes of a scripted server's answer, and its next action.
public struct ScriptedAnswer: Sendable, Hashable {
  public enum Ending: Sendable, Hashable {
    /// Waits for the next request.
    case keep
    /// Closes the connection.
    case close
    /// Resets the connection.
    case reset
  }

  /// The pieces of the answer, sent a millisecond apart.
  public let pieces: [[UInt8]]
  public let ending: Ending

  public init(_ pieces: [String], then ending: Ending = .keep) {
    self.pieces = pieces.map { Array($0.utf8) }
    self.ending = ending
  }

  /// A complete answer with a body of so many bytes.
  public static func ok(bodyBytes: Int = 13) -> ScriptedAnswer {
    let body = String(repeating: "x", count: bodyBytes)
    return ScriptedAnswer([
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: \(bodyBytes)\r\n\r\n\(body)"
    ])
  }
}
