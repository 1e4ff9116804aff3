/// What a scripted server sends, byte by byte, and what it does then.
public struct ScriptedAnswer: Sendable, Hashable {
  public enum Ending: Sendable, Hashable {
    /// Waits for the next request.
    case keep
    /// Closes the connection.
    case close
    /// Throws the connection away.
    case reset
  }

  /// What is sent at a time, with a pause of a millisecond between the pieces.
  public let pieces: [[UInt8]]
  public let ending: Ending

  public init(_ pieces: [String], then ending: Ending = .keep) {
    self.pieces = pieces.map { Array($0.utf8) }
    self.ending = ending
  }

  /// A whole answer with so many bytes of body.
  public static func ok(bodyBytes: Int = 13) -> ScriptedAnswer {
    let body = String(repeating: "x", count: bodyBytes)
    return ScriptedAnswer([
      "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: \(bodyBytes)\r\n\r\n\(body)"
    ])
  }
}
