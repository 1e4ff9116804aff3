/// A way to the files that scenarios name.
public struct SourceLoader: Sendable {
  /// A file as it was found.
  public struct File: Sendable {
    /// The path by which people and messages know it; the same for the same file.
    public let name: String
    public let bytes: [UInt8]

    public init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// Why a file cannot be had.
  public struct Unreadable: Error, Hashable, Sendable {
    /// In words that complete "cannot be read: …".
    public let reason: String

    public init(_ reason: String) {
      self.reason = reason
    }
  }

  let load: @Sendable (_ name: String, _ from: String?) throws(Unreadable) -> File

  /// Takes a function from the name of a file, and the name of the one that names it, to the file.
  public init(
    _ load: @escaping @Sendable (_ name: String, _ from: String?) throws(Unreadable) -> File
  ) {
    self.load = load
  }
}
