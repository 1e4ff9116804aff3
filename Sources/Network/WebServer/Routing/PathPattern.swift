/// A path in which some segments may be anything: `/users/{id}/invites`.
struct PathPattern: Hashable, Sendable {
  enum Segment: Hashable, Sendable {
    case literal([UInt8])
    case parameter
  }

  let text: String
  let segments: [Segment]

  init(_ text: String) {
    precondition(text.first == "/", "a path begins with '/': \(text)")
    self.text = text
    segments = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .dropFirst().map { part in
        part.first == UInt8(ascii: "{") && part.last == UInt8(ascii: "}")
          ? .parameter : .literal(Array(part))
      }
  }

  enum Match {
    case different
    case matched(PathParameters)
    /// The path has the form, but a parameter that cannot be decoded.
    case malformed
  }

  func match(_ path: ArraySlice<UInt8>) -> Match {
    var parameters = PathParameters()
    var isMalformed = false
    var rest = path.startIndex
    for segment in segments {
      guard rest < path.endIndex, path[rest] == UInt8(ascii: "/") else { return .different }
      let start = rest + 1
      switch segment {
      case .literal(let bytes):
        rest = start + bytes.count
        guard rest <= path.endIndex, path[start..<rest].elementsEqual(bytes) else {
          return .different
        }
      case .parameter:
        rest = path[start...].firstIndex(of: UInt8(ascii: "/")) ?? path.endIndex
        guard rest > start else { return .different }
        if let value = PercentEncoding.decode(path[start..<rest]) {
          parameters.append(value)
        } else {
          isMalformed = true
        }
      }
    }
    guard rest == path.endIndex else { return .different }
    return isMalformed ? .malformed : .matched(parameters)
  }
}
