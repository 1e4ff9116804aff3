public import LinuxIO

/// Why there is no secret, without a byte of what was found.
public enum SecretProblem: Error, Hashable, Sendable {
  /// The file cannot be read or written.
  case inaccessible(SystemCallError)
  /// What was found has too few bytes.
  case tooShort(place: String, bytes: Int)
  /// The file can be read or written by others than its owner.
  case openToOthers(path: String, mode: UInt32)
}

extension SecretProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .inaccessible(let error):
      "\(error)"
    case .tooShort(let place, let bytes):
      "the secret in \(place) has \(bytes) bytes; it needs at least \(Secret.shortest)"
    case .openToOthers(let path, let mode):
      "the secret in '\(path)' is open to others (mode \(String(mode, radix: 8))); "
        + "run: chmod 600 '\(path)'"
    }
  }
}
