/// A path pattern with parameters: `/users/{id}/invites`.
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
    /// The path has the form, and a parameter that cannot be decoded.
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

/// The decoded parameters of a path, in order.
public struct PathParameters: Hashable, Sendable {
  // Nearly every path has one parameter, which needs no array.
  private var first: String?
  private var others: [String] = []

  /// Makes an empty list.
  public init() {}

  public var count: Int { (first == nil ? 0 : 1) + others.count }

  public subscript(index: Int) -> String {
    guard index == 0 else { return others[index - 1] }
    guard let first else { preconditionFailure("the path has no parameter") }
    return first
  }

  mutating func append(_ value: String) {
    if first == nil { first = value } else { others.append(value) }
  }
}
