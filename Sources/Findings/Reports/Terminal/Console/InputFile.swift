import Foundation

/// A file that a command reads: a regular one of limited length.
///
/// A device or a pipe may never end, and a file that is too long would exhaust the memory.
package struct InputFile {
  /// The default limit, above the size of any file that a command writes.
  package static let most = 1 << 30

  private let path: String
  private let handle: FileHandle
  private let most: Int
  private var count = 0

  /// Opens the file at `path`; no output of the command takes the place of an input.
  ///
  /// - Throws: `InputOutputError` if it is not a regular file, or cannot be read.
  package init(_ path: String, most: Int = InputFile.most, isInput: Bool = true) throws {
    if isInput { FilesInUse.note(path, as: .read) }
    self.path = path
    self.most = most
    // Checked before opening: opening a pipe waits for its writer.
    if let obstacle = FileErrorText.toReading(path) { throw Self.error(path, obstacle) }
    do {
      handle = try FileHandle(forReadingFrom: URL(filePath: path))
    } catch {
      throw Self.error(path, FileErrorText.toReading(path, error))
    }
  }

  /// Returns all bytes of the file at `path`.
  package static func bytes(
    of path: String, most: Int = InputFile.most, isInput: Bool = true
  ) throws -> [UInt8] {
    var file = try InputFile(path, most: most, isInput: isInput)
    var bytes: [UInt8] = []
    while true {
      let part = try file.next()
      guard !part.isEmpty else { return bytes }
      bytes += part
    }
  }

  /// Returns the next bytes, at most `length`; none at the end.
  ///
  /// - Throws: `InputOutputError` where the file exceeds its limit.
  package mutating func next(_ length: Int = 1 << 18) throws -> [UInt8] {
    let part: Data
    do {
      part = try handle.read(upToCount: length) ?? Data()
    } catch {
      throw Self.error(path, FileErrorText.toReading(path, error))
    }
    count += part.count
    guard count <= most else { throw Self.error(path, Self.tooLong(most)) }
    return Array(part)
  }

  /// Returns the sentence that an input exceeds the limit.
  package static func tooLong(_ most: Int) -> String {
    let units = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")]
    let (size, unit) = units.first { most >= $0.0 } ?? (1, "bytes")
    return "it is longer than the limit of \(most / size) \(unit)"
  }

  private static func error(_ path: String, _ obstacle: String) -> InputOutputError {
    InputOutputError(description: "'\(path)' cannot be read: \(obstacle)")
  }
}
