/// A file that a command reads, or the standard input; of limited length, since some never end.
package struct InputSource {
  /// What messages call it.
  package let name: String
  private let most: Int
  private var file: InputFile?
  private var count = 0

  /// Opens the file at `path`; `-` is the standard input.
  package init(_ path: String, most: Int = InputFile.most) throws {
    name = path == "-" ? "standard input" : path
    file = path == "-" ? nil : try InputFile(path, most: most)
    self.most = most
  }

  /// Returns the next bytes; none at the end.
  ///
  /// - Throws: `InputOutputError` where the input cannot be read, or exceeds its limit.
  package mutating func next(on console: any Console) throws -> [UInt8] {
    if let part = try file?.next() { return part }
    let part = try console.read()
    count += part.count
    guard count <= most else {
      throw InputOutputError(
        description: "the standard input cannot be read: \(InputFile.tooLong(most))")
    }
    return part
  }
}
