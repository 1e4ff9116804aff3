#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif
import GrowthloopTransport

/// A file that owns its descriptor; the only type here that calls the system's file functions.
///
/// `@safe`: it owns the descriptor, closed once in `deinit` since the type cannot be copied;
/// buffers are lent for the time of a call, with their own length.
@safe
struct DiskFile: ~Copyable {
  let path: String
  private let descriptor: Int32

  enum Opening {
    /// The file must not exist.
    case creating
    /// The file must exist; it is opened for writing.
    case updating
    /// Opens an existing file or folder and locks it. A lock file inside a folder could be removed
    /// and made again.
    case locking
    /// The file is made if there is none, and locked; it is opened for reading and writing.
    case growing
    /// The same, and a link is not followed.
    case marking
  }

  init(_ path: String, _ opening: Opening) throws(StoreError) {
    let flags =
      switch opening {
      case .creating: O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
      case .updating: O_WRONLY | O_CLOEXEC
      case .locking: O_RDONLY | O_NONBLOCK | O_CLOEXEC
      case .growing: O_RDWR | O_CREAT | O_NONBLOCK | O_CLOEXEC
      case .marking: O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
      }
    let isLocked =
      switch opening {
      case .creating, .updating: false
      case .locking, .growing, .marking: true
      }
    let opened = Self.again { unsafe open(path, flags, 0o600) }
    guard opened >= 0 else { throw StoreError(errno, in: "open", of: path) }
    if isLocked, flock(opened, LOCK_EX | LOCK_NB) != 0 {
      let reason = errno
      close(opened)
      throw reason == EWOULDBLOCK
        ? .locked(path: path) : StoreError(reason, in: "flock", of: path)
    }
    self.path = path
    descriptor = opened
  }

  deinit {
    // A forked child may still share the descriptor, and closing this one would keep the lock.
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }

  /// Writes at a place, over existing bytes or beyond the end.
  borrowing func write(_ bytes: [UInt8], at place: Int) throws(StoreError) {
    var done = 0
    while done < bytes.count {
      let written = unsafe bytes.withUnsafeBytes { buffer in
        Self.again {
          unsafe pwrite(
            descriptor, buffer.baseAddress.map { unsafe $0 + done }, buffer.count - done,
            off_t(place + done))
        }
      }
      guard written > 0 else { throw StoreError(errno, in: "write", of: path) }
      done += written
    }
  }

  /// Returns when all writes are on the disk.
  borrowing func sync() throws(StoreError) {
    #if canImport(Glibc)
      let result = Self.again { fdatasync(descriptor) }
    #else
      let result = Self.again { fsync(descriptor) }
    #endif
    guard result == 0 else { throw StoreError(errno, in: "fdatasync", of: path) }
  }

  /// The number of bytes in the file.
  borrowing func length() throws(StoreError) -> Int {
    let end = lseek(descriptor, 0, SEEK_END)
    guard end >= 0 else { throw StoreError(errno, in: "lseek", of: path) }
    return Int(end)
  }

  /// Reads `count` bytes at a place, or fewer at the end.
  borrowing func bytes(_ count: Int, at place: Int) throws(StoreError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var done = 0
    while done < count {
      let found = unsafe bytes.withUnsafeMutableBytes { buffer in
        Self.again {
          unsafe pread(
            descriptor, buffer.baseAddress.map { unsafe $0 + done }, buffer.count - done,
            off_t(place + done))
        }
      }
      guard found >= 0 else { throw StoreError(errno, in: "pread", of: path) }
      if found == 0 { break }
      done += found
    }
    return Array(bytes.prefix(done))
  }

  borrowing func truncate(to length: Int) throws(StoreError) {
    guard Self.again({ ftruncate(descriptor, off_t(length)) }) == 0 else {
      throw StoreError(errno, in: "ftruncate", of: path)
    }
  }

  /// Repeats a call until no signal interrupts it.
  private static func again<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
      let result = call()
      if result != -1 || errno != EINTR { return result }
    }
  }
}

extension DiskFile {
  /// Returns the whole content of a file.
  static func content(of path: String) throws(StoreError) -> [UInt8] {
    let descriptor = again { unsafe open(path, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw StoreError(errno, in: "open", of: path) }
    defer { close(descriptor) }
    var content: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = unsafe piece.withUnsafeMutableBytes { buffer in
        again { unsafe read(descriptor, buffer.baseAddress, buffer.count) }
      }
      guard count >= 0 else { throw StoreError(errno, in: "read", of: path) }
      if count == 0 { return content }
      content.append(contentsOf: piece[..<count])
    }
  }

  static func remove(_ path: String) throws(StoreError) {
    guard unsafe unlink(path) == 0 || errno == ENOENT else {
      throw StoreError(errno, in: "unlink", of: path)
    }
  }

  /// Throws unless the file or folder is writable.
  static func checkWritable(_ path: String) throws(StoreError) {
    guard unsafe access(path, W_OK) == 0 else { throw StoreError(errno, in: "access", of: path) }
  }

  /// Makes an empty file for its owner alone, unless it exists.
  static func makeFile(_ path: String) throws(StoreError) {
    let descriptor = again { unsafe open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
    guard descriptor >= 0 else { throw StoreError(errno, in: "open", of: path) }
    close(descriptor)
  }

  /// Throws unless there is room for what a start writes: part of a journal and of a log.
  static func checkRoom(in folder: String) throws(StoreError) {
    let path = "\(folder)/room"
    try remove(path)
    do throws(StoreError) {
      let file = try DiskFile(path, .creating)
      try file.write([UInt8](repeating: 0, count: 2 * JournalSegment.piece), at: 0)
      try file.sync()
    } catch {
      try remove(path)
      throw error
    }
    try remove(path)
  }

  /// Overwrites a file with zeros.
  static func overwrite(_ path: String) throws(StoreError) {
    let count = try content(of: path).count
    let file = try DiskFile(path, .updating)
    let piece = 1 << 20
    for place in stride(from: 0, to: count, by: piece) {
      try file.write([UInt8](repeating: 0, count: min(piece, count - place)), at: place)
    }
    try file.sync()
  }

  static func removeFolder(_ path: String) throws(StoreError) {
    guard unsafe rmdir(path) == 0 else { throw StoreError(errno, in: "rmdir", of: path) }
  }

  /// Whether a file or folder exists.
  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// Whether it is a folder, and no link to one.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  static func rename(_ path: String, to other: String) throws(StoreError) {
    guard unsafe Glibc.rename(path, other) == 0 else {
      throw StoreError(errno, in: "rename", of: path)
    }
  }

  /// Makes a folder for its owner alone, unless it exists; the folder above has it on the disk then.
  static func makeFolder(_ path: String) throws(StoreError) {
    _ = try makeNewFolder(path)
    try syncParent(of: path)
  }

  /// Makes a folder; `false` if something has that name.
  static func makeNewFolder(_ path: String) throws(StoreError) -> Bool {
    if unsafe mkdir(path, 0o700) == 0 { return true }
    guard errno == EEXIST else { throw StoreError(errno, in: "mkdir", of: path) }
    return false
  }

  /// Returns the permissions of a file or folder.
  static func mode(of path: String) throws(StoreError) -> UInt32 {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw StoreError(errno, in: "stat", of: path) }
    return status.st_mode & 0o7777
  }

  /// Returns the names in a folder, sorted.
  static func names(in folder: String) throws(StoreError) -> [String] {
    guard let stream = unsafe opendir(folder) else {
      throw StoreError(errno, in: "opendir", of: folder)
    }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      names.append(name)
    }
    return names.sorted()
  }

  /// Returns when the name of a file or folder is on the disk.
  static func syncParent(of path: String) throws(StoreError) {
    do throws(SystemCallError) {
      try SmallFile(path).syncName()
    } catch {
      throw StoreError(error.number, in: error.call, of: error.subject ?? path)
    }
  }

  /// Returns when a file that other code wrote is on the disk.
  static func syncFile(_ path: String) throws(StoreError) { try syncFolder(path) }

  /// Returns when the entries of a folder are on the disk, including new and deleted files.
  static func syncFolder(_ path: String) throws(StoreError) {
    let descriptor = again { unsafe open(path, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw StoreError(errno, in: "open", of: path) }
    defer { close(descriptor) }
    guard again({ fsync(descriptor) }) == 0 else { throw StoreError(errno, in: "fsync", of: path) }
  }
}

extension StoreError {
  /// Maps an error number of the system to an error of the store.
  init(_ number: Int32, in call: String, of path: String) {
    switch number {
    case ENOSPC, EDQUOT, EFBIG: self = .diskFull(path: path)
    case EROFS, EACCES, EPERM: self = .readOnly(path: path)
    default:
      let reason = unsafe String(cString: strerror(number))
      self = .inputOutput(path: path, call: call, reason: reason)
    }
  }
}
