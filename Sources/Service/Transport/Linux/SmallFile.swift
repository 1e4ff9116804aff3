internal import Glibc

/// A file of at most some kilobytes that is read and replaced as a whole.
public struct SmallFile: Hashable, Sendable {
  /// The most bytes that are read; later ones are ignored.
  public static let mostBytes = 16_384

  public let path: String

  public init(_ path: String) {
    self.path = path
  }

  /// Returns the content; `nil` if the file does not exist.
  public func read() throws(SystemCallError) -> [UInt8]? {
    let file: OwnedDescriptor
    do {
      file = OwnedDescriptor(
        owning: try systemCall("open", on: path) {
          // Non-blocking: a pipe of that name must not block the reader.
          unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        })
    } catch  where error.number == ENOENT {
      return nil
    }
    var content: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4_096)
    while content.count < Self.mostBytes {
      var span = part.mutableSpan
      guard let count = try file.read(into: &span), count > 0 else { break }
      content += part[..<count]
    }
    return content
  }

  /// Replaces the content atomically, for readers and across crashes.
  ///
  /// Only its owner may read the file. If the caller may change owners, that is the folder's owner.
  public func replace(with bytes: [UInt8]) throws(SystemCallError) {
    let draft = "\(path).\(getpid()).new"
    let file = OwnedDescriptor(
      owning: try systemCall("open", on: draft) {
        unsafe open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
      })
    do {
      try file.writeAll(bytes)
      let number = file.number
      if let owner { _ = fchown(number, owner.user, owner.group) }
      try systemCall("fsync", on: draft) { fsync(number) }
      try systemCall("rename", on: path) { unsafe rename(draft, path) }
    } catch {
      unsafe unlink(draft)
      throw error
    }
  }

  /// Removes the file, if it exists.
  public func remove() throws(SystemCallError) {
    do {
      try systemCall("unlink", on: path) { unsafe unlink(path) }
    } catch  where error.number == ENOENT {}
  }

  /// Returns when the name of the file or folder is on the disk, as the folder above has it.
  ///
  /// A folder that may not be read cannot be synced, and is left to the system.
  public func syncName() throws(SystemCallError) {
    let whole = path.trimmingSlashes
    let slash = whole.lastIndex(of: "/")
    let above = slash.map { $0 == whole.startIndex ? "/" : String(whole[..<$0]) } ?? "."
    do {
      let folder = OwnedDescriptor(
        owning: try systemCall("open", on: above) { unsafe open(above, O_RDONLY | O_CLOEXEC) })
      let number = folder.number
      try systemCall("fsync", on: above) { fsync(number) }
    } catch  where error.number == EACCES {}
  }

  /// The owner of the folder, for a caller that may change owners.
  private var owner: (user: uid_t, group: gid_t)? {
    guard geteuid() == 0, let slash = path.lastIndex(of: "/") else { return nil }
    var status = stat()
    guard unsafe stat(String(path[...slash]), &status) == 0 else { return nil }
    return (status.st_uid, status.st_gid)
  }
}

extension String {
  /// The text without slashes at its end.
  fileprivate var trimmingSlashes: Substring {
    var rest = self[...]
    while rest.count > 1, rest.last == "/" { rest.removeLast() }
    return rest
  }
}
