/// A loader of the files that scenarios name.
public struct SourceLoader: Sendable {
  /// A loaded file.
  public struct File: Sendable {
    /// The path shown to people and in messages; the same for the same file.
    public let name: String
    public let bytes: [UInt8]

    public init(name: String, bytes: [UInt8]) {
      self.name = name
      self.bytes = bytes
    }
  }

  /// The reason why a file is unavailable.
  public struct Unreadable: Error, Hashable, Sendable {
    /// The reason in words that complete "cannot be read: …".
    public let reason: String

    public init(_ reason: String) {
      self.reason = reason
    }
  }

  let load: @Sendable (_ name: String, _ from: String?) throws(Unreadable) -> File

  /// Creates a loader from a function of the name of a file and the name of the file that names it.
  public init(
    _ load: @escaping @Sendable (_ name: String, _ from: String?) throws(Unreadable) -> File
  ) {
    self.load = load
  }
}
