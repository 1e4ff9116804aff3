public import GrowthloopFindings

/// A part of a YAML document, with its place.
public struct YAMLNode: Sendable {
  public enum Content: Sendable {
    case scalar(YAMLScalar)
    case sequence([YAMLNode])
    /// The entries in the order of the file; no key comes twice.
    case mapping([YAMLEntry])
    /// A refused part; its error has been reported.
    case unreadable
  }

  public var content: Content
  public var range: SourceRange

  public init(_ content: Content, at range: SourceRange) {
    self.content = content
    self.range = range
  }
}

/// A single value of a YAML document, as text.
public struct YAMLScalar: Hashable, Sendable {
  public enum Style: Sendable {
    case plain
    case quoted
    /// Lines after `|` or `>`.
    case block
  }

  public var text: String
  public var style: Style

  public init(_ text: String, style: Style = .plain) {
    self.text = text
    self.style = style
  }

  /// Whether the scalar is empty, or a plain word for null.
  public var isNull: Bool {
    style == .plain && ["", "~", "null", "Null", "NULL"].contains(text)
  }
}

/// A key of a mapping with its value.
public struct YAMLEntry: Sendable {
  public var key: String
  public var keyRange: SourceRange
  public var value: YAMLNode

  public init(_ key: String, at keyRange: SourceRange, _ value: YAMLNode) {
    self.key = key
    self.keyRange = keyRange
    self.value = value
  }
}

extension YAMLNode {
  /// The entries of a mapping; empty for a null value, `nil` for anything else.
  public var entries: [YAMLEntry]? {
    switch content {
    case .mapping(let entries): entries
    case .scalar(let scalar) where scalar.isNull: []
    case .scalar, .sequence, .unreadable: nil
    }
  }

  /// The value under a key of a mapping.
  public subscript(key: String) -> YAMLNode? {
    entries?.first { $0.key == key }?.value
  }

  /// Whether the value is null.
  var isNull: Bool {
    if case .scalar(let scalar) = content { scalar.isNull } else { false }
  }

  /// The kind of the node, in words that complete "not …".
  var brief: String {
    switch content {
    case .scalar(let scalar): scalar.isNull ? "nothing" : scalar.text.quoted
    case .sequence: "a list"
    case .mapping: "a mapping"
    case .unreadable: "something unreadable"
    }
  }
}
