import CGrowthloopEpoll
internal import CGrowthloopOpenSSL
internal import Glibc

/// The bytes of a secret, which no description reveals.
public struct Secret: Sendable {
  /// The fewest bytes of a secret.
  public static let shortest = 16

  /// The bytes, for computations only.
  public let bytes: [UInt8]

  /// Creates a secret of bytes; `nil` if they are fewer than `shortest`.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count >= Self.shortest else { return nil }
    self.bytes = bytes
  }

  /// Returns a secret of 32 random bytes.
  public static func random() -> Secret {
    var bytes = [UInt8](repeating: 0, count: 32)
    let done = unsafe RAND_bytes(&bytes, Int32(bytes.count))
    guard done == 1, let secret = Secret(bytes) else {
      preconditionFailure("libcrypto has no random numbers")
    }
    return secret
  }

  /// Returns whether `candidate` is the secret, compared in constant time.
  public func matches(_ candidate: [UInt8]) -> Bool {
    areEqualInConstantTime(bytes, candidate)
  }
}

extension Secret: CustomStringConvertible, CustomReflectable {
  /// Hides the secret.
  public var description: String { "Secret(hidden)" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Compares bytes in a time that depends on their counts alone, so that timing reveals no correct
/// part of a guess.
public func areEqualInConstantTime(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  guard left.count == right.count else { return false }
  return unsafe CRYPTO_memcmp(left, right, left.count) == 0
}

/// The keyed hash HMAC-SHA256 (RFC 2104, FIPS 180-4).
public enum HMACSHA256 {
  /// Returns the code of `message` under a key of any length, in 32 bytes.
  public static func code(of message: [UInt8], under key: [UInt8]) -> [UInt8] {
    // A buffer of 32 bytes, to which only libcrypto writes.
    unsafe [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      var length: UInt32 = 0
      let done = unsafe HMAC(
        EVP_sha256(), key, Int32(key.count), message, message.count, buffer.baseAddress, &length)
      precondition(unsafe done != nil && length == 32, "libcrypto has no HMAC-SHA256")
      count = 32
    }
  }
}

/// The hash SHA-256 (FIPS 180-4), of what anyone may check.
public enum SHA256 {
  /// Returns the digest of `message`, in 32 bytes.
  public static func digest(of message: [UInt8]) -> [UInt8] {
    // A buffer of 32 bytes, to which only libcrypto writes.
    unsafe [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      var length: UInt32 = 0
      let done = unsafe EVP_Digest(
        message, message.count, buffer.baseAddress, &length, EVP_sha256(), nil)
      precondition(done == 1 && length == 32, "libcrypto has no SHA-256")
      count = 32
    }
  }
}

extension Secret {
  /// Returns the HMAC-SHA256 of `message` under this secret, in 32 bytes.
  public func authenticationCode(of message: [UInt8]) -> [UInt8] {
    HMACSHA256.code(of: message, under: bytes)
  }

  /// Returns a secret for one purpose, which reveals neither this one nor those of other purposes.
  public func derived(for purpose: String) -> Secret {
    guard let secret = Secret(authenticationCode(of: Array(purpose.utf8))) else {
      preconditionFailure("32 bytes are a secret")
    }
    return secret
  }
}

extension [UInt8] {
  /// Two lower-case hexadecimal digits for each byte.
  public var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

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
