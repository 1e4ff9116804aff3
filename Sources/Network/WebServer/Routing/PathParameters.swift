/// The segments of a path that a pattern left open, decoded, in their order.
public struct PathParameters: Hashable, Sendable {
  // Nearly every path has one, and one needs no array.
  private var first: String?
  private var others: [String] = []

  /// Makes those of a path without any.
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
