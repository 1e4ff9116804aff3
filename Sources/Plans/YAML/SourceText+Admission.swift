import GrowthloopFindings

extension SourceText {
  /// Throws if the text is too long, or contains characters that YAML does not allow.
  func admit(within limits: YAMLLimits) throws(Diagnostic) {
    guard text.utf8.count <= limits.bytes else {
      throw Diagnostic(.error, "the file has more than \(limits.bytes) bytes", at: range(0..<0))
    }
    for (offset, scalar) in text.unicodeScalars.enumerated() where !scalar.isAllowedInYAML {
      let digits = String(scalar.value, radix: 16, uppercase: true)
      let name = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      throw Diagnostic(
        .error, "the character \(name) is not allowed", at: range(offset..<offset + 1),
        remedy: "remove it, or write it as an escape in double quotes")
    }
  }
}

extension Unicode.Scalar {
  /// Whether YAML 1.2, rule 1, allows the character; a byte order mark may only begin a file.
  fileprivate var isAllowedInYAML: Bool {
    switch value {
    case 0x09, 0x0A, 0x0D, 0x20...0x7E, 0x85, 0xA0...0xD7FF, 0xE000...0xFEFE, 0xFF00...0xFFFD,
      0x10000...0x10FFFF:
      true
    default: false
    }
  }
}
