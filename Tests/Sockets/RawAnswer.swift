/// An answer of HTTP as it came over a socket.
public struct RawAnswer: Sendable {
  public let status: Int
  public let fields: [(name: String, value: String)]
  public let body: [UInt8]

  /// Reads the lines of a head, without the empty one at its end.
  init?(head: String, body: [UInt8]) {
    let lines = head.split(separator: "\r\n")
    let words = lines.first?.split(separator: " ", maxSplits: 2) ?? []
    guard words.count >= 2, words[0] == "HTTP/1.1", let status = Int(words[1]) else { return nil }
    self.status = status
    self.body = body
    fields = lines.dropFirst().map { line in
      let halves = line.split(separator: ":", maxSplits: 1)
      let value = halves.count == 2 ? halves[1].drop { $0 == " " } : ""
      return (name: halves[0].lowercased(), value: String(value))
    }
  }

  public var text: String { String(decoding: body, as: UTF8.self) }

  /// The value of the first field with this name.
  public func field(_ name: String) -> String? {
    fields.first { $0.name == name.lowercased() }?.value
  }
}
