import Foundation

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
