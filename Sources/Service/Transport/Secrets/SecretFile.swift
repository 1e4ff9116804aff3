internal import Glibc

/// A file with one secret, which only its owner may access.
public struct SecretFile: Hashable, Sendable {
  public let path: String

  public init(_ path: String) {
    self.path = path
  }

  /// Reads the secret, without a final line break.
  public func read() throws(SecretProblem) -> Secret {
    let (content, mode) = try accessing { () throws(SystemCallError) in try load() }
    guard mode & S_IFMT == S_IFREG else { throw .noFile(path: path) }
    guard mode & 0o077 == 0 else { throw .openToOthers(path: path, mode: mode & 0o777) }
    return try Secret.read(from: content, place: "'\(path)'")
  }

  private func load() throws(SystemCallError) -> (content: [UInt8], mode: UInt32) {
    let file = OwnedDescriptor(
      owning: try systemCall("open", on: path) {
        // Non-blocking: a pipe of that name must not block the reader.
        unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      })
    var status = stat()
    let number = file.number
    try systemCall("fstat", on: path) { unsafe fstat(number, &status) }
    guard status.st_mode & S_IFMT == S_IFREG else { return ([], status.st_mode) }
    return (try Self.content(of: file), status.st_mode)
  }

  private func accessing<Answer>(
    _ body: () throws(SystemCallError) -> Answer
  ) throws(SecretProblem) -> Answer {
    do {
      return try body()
    } catch {
      throw .inaccessible(error)
    }
  }

  /// Reads the secret; creates one of 32 random bytes if the file does not exist.
  public func readOrGenerate() throws(SecretProblem) -> Secret {
    do {
      return try read()
    } catch .inaccessible(let error) where error.number == ENOENT {
      try accessing { () throws(SystemCallError) in try generate() }
      return try read()
    }
  }

  /// Writes a new secret, unless another process has written one.
  private func generate() throws(SystemCallError) {
    let draft = "\(path).\(getpid()).new"
    let file = OwnedDescriptor(
      owning: try systemCall("open", on: draft) {
        unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      })
    defer { unsafe unlink(draft) }
    // Digits, which editors and environments leave unchanged.
    try file.writeAll(Array("\(Secret.random().bytes.hexadecimal)\n".utf8))
    let number = file.number
    try systemCall("fsync", on: draft) { fsync(number) }
    // A link appears whole or not at all, and never replaces a file.
    do {
      try systemCall("link", on: path) { unsafe link(draft, path) }
    } catch  where error.number == EEXIST {}
    try SmallFile(path).syncName()
  }

  private static func content(of file: borrowing OwnedDescriptor) throws(SystemCallError) -> [UInt8]
  {
    var content: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4096)
    // A file of more than a page is no secret; the rest is not read.
    while content.count < part.count {
      var span = part.mutableSpan
      guard let count = try file.read(into: &span), count > 0 else { break }
      content += part[..<count]
    }
    return content
  }
}

extension Secret {
  /// Reads a secret from an environment variable; `nil` if it is not set, or empty.
  public static func fromEnvironment(_ name: String) throws(SecretProblem) -> Secret? {
    guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
    return try read(from: Array(unsafe String(cString: value).utf8), place: "$\(name)")
  }

  fileprivate static func read(
    from content: [UInt8], place: String
  ) throws(SecretProblem) -> Secret {
    var bytes = content[...]
    while let last = bytes.last, [UInt8(ascii: "\n"), UInt8(ascii: "\r")].contains(last) {
      bytes.removeLast()
    }
    guard let secret = Secret(Array(bytes)) else {
      throw .tooShort(place: place, bytes: bytes.count)
    }
    return secret
  }
}

/// The reason a secret cannot be read; it holds no byte of the content.
public enum SecretProblem: Error, Hashable, Sendable {
  /// The file cannot be read or written.
  case inaccessible(SystemCallError)
  /// It is not a regular file.
  case noFile(path: String)
  /// The secret has too few bytes.
  case tooShort(place: String, bytes: Int)
  /// Users other than the owner can read or write the file.
  case openToOthers(path: String, mode: UInt32)
}

extension SecretProblem: CustomStringConvertible {
  public var description: String {
    switch self {
    case .inaccessible(let error):
      "\(error)"
    case .noFile(let path):
      "'\(path)' is not a regular file; name the file that has the secret"
    case .tooShort(let place, let bytes):
      "the secret in \(place) has \(bytes) bytes; it needs at least \(Secret.shortest)"
    case .openToOthers(let path, let mode):
      "the secret in '\(path)' is open to others (mode \(String(mode, radix: 8))); "
        + "run: chmod 600 '\(path)'"
    }
  }
}
