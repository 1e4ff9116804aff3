/// How much of a document is read before it is refused: people write scenarios, not attackers.
public struct YAMLLimits: Hashable, Sendable {
  /// The most bytes of a file.
  public var bytes = 4 << 20
  /// How deep mappings and lists may lie in each other.
  public var depth = 64
  /// The most keys, values, mappings and lists together.
  public var nodes = 100_000

  public init() {}
}
