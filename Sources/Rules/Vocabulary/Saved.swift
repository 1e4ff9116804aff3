/// A state that an app keeps for the next launch, because later decisions depend on it.
///
/// Store it as `Saved(state)`, which adds the version of its form.
public protocol KeptState: Codable, Sendable {
  /// The version of the form that is written; it grows with each change of the stored fields.
  static var savedVersion: Int { get }
}

extension KeptState {
  /// The first form.
  public static var savedVersion: Int { 1 }
}

/// A kept state with the version of its form: `{"version":1,"state":{…}}` as JSON.
///
/// An app needs it to store a state, and to find out that a later version wrote it.
public struct Saved<State: KeptState>: Codable, Sendable {
  /// The state that was stored, or is to be.
  public var state: State

  /// Wraps a state that is to be stored.
  public init(_ state: State) {
    self.state = state
  }

  /// Reads a state, and refuses one that a later version of the rules wrote.
  ///
  /// - Throws: A `DecodingError`, which names both versions if the form is not known.
  public init(from decoder: any Decoder) throws {
    let keyed = try decoder.container(keyedBy: CodingKeys.self)
    let version = try keyed.decode(Int.self, forKey: .version)
    guard (1...State.savedVersion).contains(version) else {
      throw DecodingError.dataCorruptedError(
        forKey: .version, in: keyed,
        debugDescription: """
          \(State.self) was saved in version \(version); this version of the rules reads up to \
          \(State.savedVersion)
          """)
    }
    state = try keyed.decode(State.self, forKey: .state)
  }

  public func encode(to encoder: any Encoder) throws {
    var keyed = encoder.container(keyedBy: CodingKeys.self)
    try keyed.encode(State.savedVersion, forKey: .version)
    try keyed.encode(state, forKey: .state)
  }

  private enum CodingKeys: CodingKey {
    case version, state
  }
}

extension Decoder {
  /// Reads a value that is stored as a text.
  ///
  /// - Throws: A `DecodingError` if the text has no such value.
  package func read<Value>(_ value: (String) -> Value?) throws -> Value {
    let stored = try singleValueContainer()
    let text = try stored.decode(String.self)
    guard let value = value(text) else {
      throw DecodingError.dataCorruptedError(
        in: stored, debugDescription: "'\(text)' is no \(Value.self)")
    }
    return value
  }
}

extension Encoder {
  /// Stores a value as its text.
  package func write(_ value: some CustomStringConvertible) throws {
    var stored = singleValueContainer()
    try stored.encode(value.description)
  }
}
