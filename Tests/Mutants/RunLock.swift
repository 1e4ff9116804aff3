import Foundation
import Glibc

/// Keeps a second run from the copies and verdicts of the first.
struct RunLock {
  private let file: Int32

  /// - Throws: `MutantsError` while another run holds the lock.
  init(_ folder: URL) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    file = open(folder.appending(path: "lock").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o644)
    guard file >= 0, flock(file, LOCK_EX | LOCK_NB) == 0 else {
      throw MutantsError("another run works in \(folder.path)")
    }
  }

  func release() { close(file) }
}
