import Foundation

/// The findings of one command: the value that `run.json` encodes and that every report renders.
public protocol RunFindings: Codable, Sendable {
  /// The word for the kind in `run.json`.
  static var kind: String { get }
  /// The command line that reproduces the run.
  var command: String { get }
  var title: String { get }
  /// The question of the run.
  var question: String? { get }
  /// The gates on the run.
  var judged: [JudgedGate] { get }
  /// Whether the run was interrupted before its end.
  var isPartial: Bool { get }
  /// A further circumstance of the figures, such as other work on the machine.
  var note: String? { get }
  /// The first list that does not fit another one, in words; `nil` if all fit.
  ///
  /// A report takes lists that belong together for equally long.
  var misfit: String? { get }
}

extension RunFindings {
  public var misfit: String? { nil }
  public var judged: [JudgedGate] { [] }
  public var note: String? { nil }
}

/// The version of the tool that is being built.
public enum ToolVersion {
  public static let current = "0.2.0"
}

/// The contents of `run.json`: the findings, beside the kind of the run and the version that wrote
/// it.
public struct RunFile<Findings: RunFindings>: Codable {
  public let findings: Findings
  /// The answer in words, a paragraph each; `nil` for a kind without one.
  let answer: [String]?

  private enum Key: String, CodingKey { case answer, kind, version }

  public init(_ findings: Findings, answering answer: [String]? = nil) {
    self.findings = findings
    self.answer = answer
  }

  public init(from decoder: any Decoder) throws {
    findings = try Findings(from: decoder)
    answer = try decoder.container(keyedBy: Key.self).decodeIfPresent(
      [String].self, forKey: .answer)
  }

  public func encode(to encoder: any Encoder) throws {
    try findings.encode(to: encoder)
    var fields = encoder.container(keyedBy: Key.self)
    try fields.encodeIfPresent(answer, forKey: .answer)
    try fields.encode(Findings.kind, forKey: .kind)
    try fields.encode(ToolVersion.current, forKey: .version)
  }
}

extension RunFindings {
  /// Returns the text of `run.json`.
  public func json(answering answer: [String]? = nil) throws -> String {
    try RunFile(self, answering: answer).json()
  }
}

/// A folder that a run wrote, on disk or about to be written.
public struct RunFolder {
  /// The name of the folder in messages.
  public let name: String
  private let read: (String) throws -> [UInt8]?
  private let prefix: String

  /// Creates a folder with files from `read`, which returns `nil` for missing ones.
  public init(_ name: String, reading read: @escaping (String) throws -> [UInt8]?) {
    self.init(name, prefix: "", reading: read)
  }

  private init(_ name: String, prefix: String, reading read: @escaping (String) throws -> [UInt8]?)
  {
    self.name = name
    self.prefix = prefix
    self.read = read
  }

  /// Creates a folder of files that are about to be written.
  public init(_ name: String, files: [(name: String, text: String)]) {
    let texts = Dictionary(files.map { ($0.name, $0.text) }, uniquingKeysWith: { $1 })
    self.init(name) { texts[$0].map { Array($0.utf8) } }
  }

  /// Returns a folder within this one.
  public func folder(_ path: String) -> RunFolder {
    RunFolder("\(name)/\(path)", prefix: "\(prefix)\(path)/", reading: read)
  }

  /// Returns the first fields of `run.json`.
  public func head() throws -> RunHead {
    let (bytes, file) = try run()
    let head: RunHead
    do {
      head = try JSONDecoder().decode(RunHead.self, from: Data(bytes))
    } catch let error as DecodingError {
      throw UnreadableRun(error, in: file, bytes, of: nil)
    }
    return head
  }

  /// Returns the findings of a run of that kind.
  ///
  /// - Throws: `UnreadableRun` that names the place, and the version that wrote the run.
  public func findings<Findings: RunFindings>(_ type: Findings.Type = Findings.self) throws
    -> Findings
  {
    let (bytes, file) = try run()
    do {
      let findings = try JSONDecoder().decode(RunFile<Findings>.self, from: Data(bytes)).findings
      if let misfit = findings.misfit { throw UnreadableRun("\(file): \(misfit)") }
      return findings
    } catch let error as DecodingError {
      throw UnreadableRun(error, in: file, bytes, of: try head().version)
    }
  }

  private func run() throws -> (bytes: [UInt8], file: String) {
    guard let bytes = try read(prefix + "run.json") else {
      throw UnreadableRun("'\(name)' has no run.json: name a folder that '--out' has written")
    }
    return (bytes, "\(name)/run.json")
  }
}

/// The fields of `run.json` that every kind has.
public struct RunHead: Decodable {
  /// `nil` in runs of versions that wrote none.
  public let kind: String?
  public let version: String?
}

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
      "\(file): \(Self.words(error)); \(Self.writer(version)). Make the run again, by the 'command' in it"
    )
  }

  private static func writer(_ version: String?) -> String {
    version == ToolVersion.current
      ? "another build of version \(ToolVersion.current) wrote it, or it was changed"
      : (version.map { "growthloop \($0) wrote it" } ?? "a growthloop before 0.2.0 wrote it")
        + ", and this is version \(ToolVersion.current)"
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
