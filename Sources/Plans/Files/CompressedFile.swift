internal import CGrowthloopZlib
import Foundation

/// A file that is read piece by piece, and decompressed if it is of gzip; the only type here that
/// calls zlib.
///
/// `@safe`: the stream of zlib never leaves this object, whose address it keeps, and is closed once
/// in `deinit`; input and output are lent to it for the time of one call, with their own lengths.
@safe
final class CompressedFile {
  /// Reasons to end, in words that complete "cannot be read: …".
  static let damaged = "its compressed content is damaged, or cut off"
  static let followed = "something follows its compressed content"
  static let tooDense =
    "it is more than \(mostDense) times its compressed size, as no list of pairs is; decompress it"

  /// The most bytes that one compressed byte may come to; lists of pairs come to ten or so.
  private static let mostDense = 200
  /// A file that comes to no more than this may be of any density.
  private static let anyDensity = 16 << 20

  /// The bytes with which every part of gzip begins.
  private static let mark: [UInt8] = [0x1F, 0x8B]

  private let handle: FileHandle
  /// The state of the decompression; `nil` for a file that is not of gzip.
  private var stream: UnsafeMutablePointer<z_stream>?
  /// Bytes of the file that are read and not yet passed on.
  private var pending: [UInt8] = []
  /// Whether a whole part of gzip has ended, after which there may be another.
  private var isBetweenParts = true
  private var (taken, given) = (0, 0)

  /// Opens a regular file; `nil` if it cannot be opened.
  init?(_ path: String) {
    guard let handle = FileHandle(forReadingAtPath: path) else { return nil }
    self.handle = handle
    unsafe stream = nil
    pending = (try? handle.read(upToCount: 1 << 17)).map { Array($0) } ?? []
    taken = pending.count
    guard pending.starts(with: Self.mark) else { return }
    let new = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    unsafe new.initialize(to: z_stream())
    // The header of gzip is read, too, by adding 16 to the size of the window.
    let opened = unsafe inflateInit2_(
      new, MAX_WBITS + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    precondition(opened == Z_OK, "zlib cannot start: \(opened)")
    unsafe stream = new
  }

  deinit {
    guard let stream = unsafe stream else { return }
    unsafe inflateEnd(stream)
    unsafe stream.deallocate()
  }

  /// Returns the next bytes, at most `count`; none at the end.
  ///
  /// - Throws: The reason why the file cannot be read on.
  func next(_ count: Int) throws(SourceLoader.Unreadable) -> [UInt8] {
    guard let stream = unsafe stream else {
      if pending.isEmpty { try readOn(atMost: count) }
      defer { pending = [] }
      return pending
    }
    while true {
      if pending.isEmpty { try readOn(atMost: 1 << 17) }
      if pending.isEmpty {
        guard isBetweenParts else { throw .init(Self.damaged) }
        return []
      }
      if isBetweenParts {
        if pending.count < Self.mark.count { try readOn(atMost: 1 << 17) }
        guard pending.starts(with: Self.mark) else { throw .init(Self.followed) }
      }
      var status = Z_OK
      let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
        unsafe stream.pointee.next_out = buffer.baseAddress
        unsafe stream.pointee.avail_out = uInt(count)
        let left = unsafe pending.withUnsafeMutableBufferPointer { source in
          unsafe stream.pointee.next_in = source.baseAddress
          unsafe stream.pointee.avail_in = uInt(source.count)
          status = unsafe inflate(stream, Z_NO_FLUSH)
          return Int(unsafe stream.pointee.avail_in)
        }
        pending.removeFirst(pending.count - left)
        filled = count - Int(unsafe stream.pointee.avail_out)
      }
      isBetweenParts = status == Z_STREAM_END
      switch status {
      case Z_OK, Z_BUF_ERROR: break
      case Z_STREAM_END: unsafe inflateReset(stream)
      default: throw .init(Self.damaged)
      }
      given += bytes.count
      guard given <= max(Self.anyDensity, Self.mostDense * (taken - pending.count)) else {
        throw .init(Self.tooDense)
      }
      if !bytes.isEmpty { return bytes }
    }
  }

  private func readOn(atMost count: Int) throws(SourceLoader.Unreadable) {
    do {
      let more = try handle.read(upToCount: count) ?? Data()
      pending += more
      taken += more.count
    } catch {
      throw .init("reading it failed")
    }
  }
}
