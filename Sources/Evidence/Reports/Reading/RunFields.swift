import JSON

/// The fields of a JSON object, read by name, with messages that tell the file and the place.
public struct RunFields {
  private let members: [String: JSONValue]
  /// Where it stands, as `out/run.json: metrics[3]`.
  private let place: String

  /// Reads a text that must be one object.
  public init(_ text: String, of file: String) throws {
    let bytes = Array(text.utf8)
    let value: JSONValue
    do throws(JSONParser.Mistake) {
      value = try JSONParser.parse(bytes)
    } catch {
      let before = bytes.prefix(error.column - 1)
      let line = before.count { $0 == UInt8(ascii: "\n") } + 1
      let column = before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count + 1
      throw UnreadableRun("\(file):\(line):\(column): this is no JSON: \(error.words)")
    }
    try self.init(value, at: file)
  }

  private init(_ value: JSONValue, at place: String) throws {
    guard case .object(let members) = value else {
      throw UnreadableRun("\(place) must be an object, not \(value.brief)")
    }
    self.members = members
    self.place = place
  }

  /// Whether there is a field of that name that says something.
  public func has(_ key: String) -> Bool { members[key].map { $0 != .null } ?? false }

  public func text(_ key: String) throws -> String {
    guard let text = try optionalText(key) else { throw missing(key) }
    return text
  }

  public func optionalText(_ key: String) throws -> String? {
    try optional(key, "a text") { if case .text(let text) = $0 { text } else { nil } }
  }

  public func number(_ key: String) throws -> Double {
    guard let number = try optionalNumber(key) else { throw missing(key) }
    return number
  }

  public func optionalNumber(_ key: String) throws -> Double? {
    try optional(key, "a number") { value in
      switch value {
      case .integer(let number): Double(number)
      case .number(let number): number
      default: nil
      }
    }
  }

  /// A whole number as it is written, also where no integer holds it.
  public func digits(_ key: String) throws -> String {
    let value = try optional(key, "a number") { value in
      switch value {
      case .integer(let number): "\(number)"
      case .number(let number): UInt64(exactly: number).map { "\($0)" } ?? "\(number)"
      default: nil
      }
    }
    guard let value else { throw missing(key) }
    return value
  }

  public func flag(_ key: String) throws -> Bool {
    let value = try optional(key, "true or false") { value in
      if case .bool(let flag) = value { flag } else { nil }
    }
    return value ?? false
  }

  /// The objects of a list.
  public func list(_ key: String) throws -> [RunFields] {
    try values(key).enumerated().map { try RunFields($1, at: "\(place(of: key))[\($0)]") }
  }

  /// The texts of a list.
  public func texts(_ key: String) throws -> [String] {
    try values(key).map { value in
      guard case .text(let text) = value else { throw wrong(key, "a list of texts", value) }
      return text
    }
  }

  /// The numbers of a list.
  public func numbers(_ key: String) throws -> [Double] {
    try values(key).map { value in
      switch value {
      case .integer(let number): Double(number)
      case .number(let number): number
      default: throw wrong(key, "a list of numbers", value)
      }
    }
  }

  /// The fields of an object within this one.
  public func object(_ key: String) throws -> RunFields {
    guard let value = members[key], value != .null else { throw missing(key) }
    return try RunFields(value, at: place(of: key))
  }

  /// The names of all fields with numbers, in the order of the names.
  public var numberedNames: [String] {
    members.keys.sorted().filter { (try? optionalNumber($0)) != nil }
  }

  private func values(_ key: String) throws -> [JSONValue] {
    let value = try optional(key, "a list") { if case .array(let all) = $0 { all } else { nil } }
    guard let value else { throw missing(key) }
    return value
  }

  private func optional<Value>(
    _ key: String, _ kind: String, _ read: (JSONValue) -> Value?
  ) throws -> Value? {
    guard let value = members[key], value != .null else { return nil }
    guard let read = read(value) else { throw wrong(key, kind, value) }
    return read
  }

  private func place(of key: String) -> String {
    place.contains(": ") ? "\(place).\(key)" : "\(place): \(key)"
  }

  private func missing(_ key: String) -> UnreadableRun {
    UnreadableRun("\(place(of: key)) is missing: another version of growthloop may have written it")
  }

  private func wrong(_ key: String, _ kind: String, _ value: JSONValue) -> UnreadableRun {
    UnreadableRun("\(place(of: key)) must be \(kind), not \(value.brief)")
  }
}
