import Foundation

extension Encodable {
  /// The value as a document over several lines, its keys in order, lists of numbers on one line.
  package func json() throws -> String {
    let data = try encoded([.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    return String(decoding: JSONLayout.inliningNumbers(Array(data)), as: UTF8.self) + "\n"
  }

  /// The value as a line of JSON Lines, its keys in order.
  package func jsonLine() throws -> String {
    String(decoding: try encoded([.sortedKeys, .withoutEscapingSlashes]), as: UTF8.self) + "\n"
  }

  private func encoded(_ format: JSONEncoder.OutputFormatting) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = format
    return try encoder.encode(self)
  }
}

/// The layout of documents.
enum JSONLayout {
  /// Returns the bytes of a document with each list of nothing but numbers and nulls on one line.
  static func inliningNumbers(_ bytes: [UInt8]) -> [UInt8] {
    var inlined: [UInt8] = []
    inlined.reserveCapacity(bytes.count)
    var place = 0
    var isText = false
    while place < bytes.count {
      let byte = bytes[place]
      if !isText, byte == UInt8(ascii: "["), let end = endOfNumbers(bytes, from: place + 1) {
        inlined.append(byte)
        for inner in bytes[(place + 1)..<end] where !isSpace(inner) {
          inlined.append(inner)
          if inner == UInt8(ascii: ",") { inlined.append(UInt8(ascii: " ")) }
        }
        place = end
        continue
      }
      inlined.append(byte)
      if isText, byte == UInt8(ascii: "\\") {
        inlined.append(bytes[place + 1])
        place += 1
      } else if byte == UInt8(ascii: "\"") {
        isText.toggle()
      }
      place += 1
    }
    return inlined
  }

  /// Returns the place of the bracket that ends a list of numbers and nulls; `nil` for any other
  /// list.
  private static func endOfNumbers(_ bytes: [UInt8], from start: Int) -> Int? {
    var isEmpty = true
    for place in start..<bytes.count {
      switch bytes[place] {
      case UInt8(ascii: "]"): return isEmpty ? nil : place
      case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: "\""), UInt8(ascii: "t"),
        UInt8(ascii: "f"):
        return nil
      case let byte: if !isSpace(byte) { isEmpty = false }
      }
    }
    return nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n")
  }
}
