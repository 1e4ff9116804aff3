import Foundation

/// Any JSON, so that a case can be checked field by field and every mistake in it be told.
enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case integer(Int64)
  case number(Double)
  case text(String)
  case array([JSONValue])
  case object([String: JSONValue])
}

/// A text that is no JSON that is read here.
enum JSONMistake: Error {
  case notJSON
  case nestedTooDeep
}

extension JSONValue {
  /// The most brackets that may be open at once.
  static let deepestNesting = 32

  /// Reads one JSON text.
  init(parsing bytes: [UInt8]) throws(JSONMistake) {
    // Foundation's decoder recurses, and is stopped by the process dying rather than by an error.
    guard Self.nesting(of: bytes) <= Self.deepestNesting else { throw .nestedTooDeep }
    do {
      self = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
    } catch {
      throw .notJSON
    }
  }

  /// The most brackets that are open at once, outside of strings.
  private static func nesting(of bytes: [UInt8]) -> Int {
    var (depth, deepest) = (0, 0)
    var isInString = false
    var isEscaped = false
    for byte in bytes {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        deepest = max(deepest, depth)
      case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      default: break
      }
    }
    return deepest
  }

  /// The value in few words, for messages.
  var brief: String {
    switch self {
    case .null: "null"
    case .bool(let value): String(value)
    case .integer(let value): String(value)
    case .number(let value): String(value)
    case .text(let value): value.count > 40 ? "'\(value.prefix(37))…'" : "'\(value)'"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

extension JSONValue: Codable {
  private struct Key: CodingKey {
    let stringValue: String
    let intValue: Int? = nil
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: Key.self) {
      var members: [String: JSONValue] = [:]
      for key in object.allKeys {
        members[key.stringValue] = try object.decode(JSONValue.self, forKey: key)
      }
      self = .object(members)
    } else if var array = try? decoder.unkeyedContainer() {
      var elements: [JSONValue] = []
      while !array.isAtEnd { elements.append(try array.decode(JSONValue.self)) }
      self = .array(elements)
    } else {
      self = try JSONValue(scalar: decoder.singleValueContainer())
    }
  }

  private init(scalar: any SingleValueDecodingContainer) throws {
    if let text = try? scalar.decode(String.self) {
      self = .text(text)
    } else if let integer = try? scalar.decode(Int64.self) {
      self = .integer(integer)
    } else if let flag = try? scalar.decode(Bool.self) {
      self = .bool(flag)
    } else if scalar.decodeNil() {
      self = .null
    } else {
      self = .number(try scalar.decode(Double.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
