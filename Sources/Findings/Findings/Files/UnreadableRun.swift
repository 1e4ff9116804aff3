/// The reason why no report can be made of a folder.
public struct UnreadableRun: Error, Hashable, Sendable, CustomStringConvertible {
  public let description: String

  public init(_ description: String) { self.description = description }

  /// Creates an error for a text that is no JSON, or lacks a field of its kind of run.
  init(_ error: DecodingError, in file: String, _ bytes: [UInt8], of version: String?) {
    do throws(JSONParser.Mistake) {
      guard case .object = try JSONParser.parse(bytes) else {
        self.init("\(file) must be an object")
        return
      }
    } catch {
      let before = bytes.prefix(error.column - 1)
      let line = before.count { $0 == UInt8(ascii: "\n") } + 1
      let column = before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count + 1
      self.init("\(file):\(line):\(column): this is no JSON: \(error.words)")
      return
    }
    self.init(
      "\(file): \(Self.words(error)); \(Self.writer(version)), and this is version "
        + ToolVersion.current)
  }

  private static func writer(_ version: String?) -> String {
    version.map { "growthloop \($0) wrote it" } ?? "a growthloop before 0.2.0 wrote it"
  }

  private static func words(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      "\(path(context.codingPath + [key])) is missing"
    case .valueNotFound(_, let context): "\(path(context.codingPath)) is missing"
    case .typeMismatch(_, let context): "\(path(context.codingPath)) is of another kind"
    case .dataCorrupted(let context): "\(path(context.codingPath)): \(context.debugDescription)"
    @unknown default: "\(error)"
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.reduce("") { path, key in
      if let place = key.intValue { return "\(path)[\(place)]" }
      return path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)"
    }
  }
}
