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

  /// A file that is read piece by piece.
  public struct Pieces {
    /// The path shown in messages.
    public let name: String
    /// Returns the next bytes; none at the end.
    let next: () throws(Unreadable) -> [UInt8]
  }

  let load: @Sendable (_ name: String, _ from: String?) throws(Unreadable) -> File
  /// Opens a file that may be longer than memory, decompressed.
  let open: @Sendable (_ name: String, _ from: String?) throws(Unreadable) -> Pieces

  /// Creates a loader from a function of the name of a file and the name of the file that names it.
  public init(
    _ load: @escaping @Sendable (_ name: String, _ from: String?) throws(Unreadable) -> File
  ) {
    self.init(load) { name, from throws(Unreadable) in
      let file = try load(name, from)
      var rest: [UInt8]? = file.bytes
      return Pieces(name: file.name) { () throws(Unreadable) in rest.take() ?? [] }
    }
  }

  /// Creates a loader with a way of its own for long files.
  init(
    _ load: @escaping @Sendable (_ name: String, _ from: String?) throws(Unreadable) -> File,
    open: @escaping @Sendable (_ name: String, _ from: String?) throws(Unreadable) -> Pieces
  ) {
    self.load = load
    self.open = open
  }
}
