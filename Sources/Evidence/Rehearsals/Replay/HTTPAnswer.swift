/// An answer of HTTP/1.1 whose length is told, as the link service gives them.
struct HTTPAnswer {
  let status: Int
  let body: [UInt8]
  let keepsConnection: Bool

  enum Progress {
    case unfinished
    case finished(HTTPAnswer)
    case malformed
  }

  /// Reads an answer from all the bytes that came so far.
  static func read(_ bytes: [UInt8]) -> Progress {
    guard let end = endOfHead(bytes) else {
      return bytes.count > 65_536 ? .malformed : .unfinished
    }
    let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
    guard let first = lines.first, first.hasPrefix("HTTP/1.1 "),
      let status = Int(first.dropFirst(9).prefix(3))
    else { return .malformed }
    var length = 0
    var keeps = true
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmed.lowercased() }
      guard parts.count == 2 else { continue }
      if parts[0] == "content-length" {
        guard let number = Int(parts[1]) else { return .malformed }
        length = number
      }
      if parts[0] == "transfer-encoding" { return .malformed }
      if parts[0] == "connection", parts[1] == "close" { keeps = false }
    }
    let body = bytes[end...].dropFirst(4)
    if body.count < length { return .unfinished }
    guard body.count == length else { return .malformed }
    return .finished(HTTPAnswer(status: status, body: Array(body), keepsConnection: keeps))
  }

  /// Where the empty line begins that ends the head.
  private static func endOfHead(_ bytes: [UInt8]) -> Int? {
    guard bytes.count >= 4 else { return nil }
    for place in 0...(bytes.count - 4)
    where bytes[place] == 13 && bytes[place + 1] == 10 && bytes[place + 2] == 13
      && bytes[place + 3] == 10
    {
      return place
    }
    return nil
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    var text = self
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return text
  }
}
