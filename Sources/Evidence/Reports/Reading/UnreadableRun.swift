/// A folder that no report can be made of, and why.
public struct UnreadableRun: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }
}
