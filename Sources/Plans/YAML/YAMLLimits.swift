/// The limits beyond which a document is refused: people write scenarios, not attackers.
public struct YAMLLimits: Hashable, Sendable {
  /// The greatest number of bytes in a file.
  public var bytes = 4 << 20
  /// The greatest depth of nested mappings and lists.
  public var depth = 64
  /// The greatest number of keys, values, mappings and lists together.
  public var nodes = 100_000

  public init() {}
}
