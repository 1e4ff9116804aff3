internal import CZlib

/// A file that is read piece by piece, and decompressed if it is of gzip; the only type here that
/// calls zlib.
///
/// `@safe`: it owns the handle of zlib, closed once in `deinit`; a buffer is lent for the time of a
/// call, with its own length.
@safe
final class CompressedFile {
  private let handle: gzFile

  /// Opens a regular file; `nil` if it cannot be opened.
  init?(_ path: String) {
    guard let handle = unsafe gzopen(path, "rb") else { return nil }
    unsafe self.handle = handle
    _ = unsafe gzbuffer(handle, 1 << 17)
  }

  deinit {
    unsafe gzclose(handle)
  }

  /// Returns the next bytes, at most `count`; none at the end, and `nil` where the file is damaged
  /// or cut off.
  func next(_ count: Int) -> [UInt8]? {
    var read: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      read = unsafe gzread(handle, buffer.baseAddress, UInt32(count))
      filled = max(0, Int(read))
    }
    guard read >= 0 else { return nil }
    // A stream of gzip that is cut off ends like a whole one, and only then has an error.
    var failure: Int32 = 0
    _ = unsafe gzerror(handle, &failure)
    return bytes.isEmpty && failure != Z_OK ? nil : bytes
  }
}
