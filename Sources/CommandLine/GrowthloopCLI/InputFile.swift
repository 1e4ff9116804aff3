import Foundation

/// A file that a command reads: a regular one, and so much of it at most.
///
/// A device or a pipe may never end, and a file that is too long would take all memory.
struct InputFile {
  /// More than any file has that a command makes.
  static let most = 1 << 30

  private let path: String
  private let handle: FileHandle
  private let most: Int
  private var count = 0

  /// Opens the file of that path.
  ///
  /// - Throws: `InputOutputError` where it is no regular file, or may not be read.
  init(_ path: String, most: Int = InputFile.most) throws {
    self.path = path
    self.most = most
    // Asked before it is opened: to open a pipe is to wait for who writes to it.
    if let obstacle = FileObstacle.toReading(path) { throw Self.error(path, obstacle) }
    do {
      handle = try FileHandle(forReadingFrom: URL(filePath: path))
    } catch {
      throw Self.error(path, FileObstacle.toReading(path, error))
    }
  }

  /// All bytes of the file of that path.
  static func bytes(of path: String, most: Int = InputFile.most) throws -> [UInt8] {
    var file = try InputFile(path, most: most)
    var bytes: [UInt8] = []
    while true {
      let part = try file.next()
      guard !part.isEmpty else { return bytes }
      bytes += part
    }
  }

  /// The next bytes, up to so many; none at the end.
  ///
  /// - Throws: `InputOutputError` where the file is longer than it may be.
  mutating func next(_ length: Int = 1 << 18) throws -> [UInt8] {
    let part: Data
    do {
      part = try handle.read(upToCount: length) ?? Data()
    } catch {
      throw Self.error(path, FileObstacle.toReading(path, error))
    }
    count += part.count
    guard count <= most else { throw Self.error(path, Self.tooLong(most)) }
    return Array(part)
  }

  /// That something is longer than so many bytes.
  static func tooLong(_ most: Int) -> String {
    let units = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")]
    let (size, unit) = units.first { most >= $0.0 } ?? (1, "bytes")
    return "it is longer than \(most / size) \(unit), the most that is read"
  }

  private static func error(_ path: String, _ obstacle: String) -> InputOutputError {
    InputOutputError(description: "'\(path)' cannot be read: \(obstacle)")
  }
}
