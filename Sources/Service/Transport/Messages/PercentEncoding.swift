/// The percent-encoding of paths and queries, such as `%C3%A9`.
public enum PercentEncoding {
  /// Decodes the escapes of one segment or value.
  ///
  /// - Returns: `nil` if an escape is cut short, or the bytes are not UTF-8.
  public static func decode(_ text: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> String? {
    let plus = UInt8(ascii: "+")
    guard text.contains(where: { $0 == UInt8(ascii: "%") || (plusIsSpace && $0 == plus) }) else {
      return String(validating: text, as: UTF8.self)
    }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      let byte = text[index]
      if byte == UInt8(ascii: "%") {
        guard text.endIndex - index > 2, let high = digit(text[index + 1]),
          let low = digit(text[index + 2])
        else { return nil }
        decoded.append(high << 4 | low)
        index += 3
      } else {
        decoded.append(plusIsSpace && byte == plus ? UInt8(ascii: " ") : byte)
        index += 1
      }
    }
    return String(validating: decoded, as: UTF8.self)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
