/// The files of a run, wherever they are.
public struct RunFiles {
  /// What it is called in messages.
  public let name: String
  private let read: (String) throws -> String?
  private let prefix: String

  /// A folder whose files `read` gives; `nil` for those that are not there.
  public init(_ name: String, reading read: @escaping (String) throws -> String?) {
    self.init(name, prefix: "", reading: read)
  }

  private init(_ name: String, prefix: String, reading read: @escaping (String) throws -> String?) {
    self.name = name
    self.prefix = prefix
    self.read = read
  }

  /// Files that are about to be written.
  public init(_ name: String, files: [(name: String, text: String)]) {
    let texts = Dictionary(files.map { ($0.name, $0.text) }, uniquingKeysWith: { $1 })
    self.init(name) { texts[$0] }
  }

  /// A folder within this one.
  public func folder(_ path: String) -> RunFiles {
    RunFiles("\(name)/\(path)", prefix: "\(prefix)\(path)/", reading: read)
  }

  /// The text of a file that every run of its kind has.
  public func text(_ file: String) throws -> String {
    guard let text = try read(prefix + file) else {
      throw UnreadableRun("'\(name)' has no \(file)")
    }
    return text
  }

  /// What `run.json` says.
  public func run() throws -> RunFields {
    guard let text = try read(prefix + "run.json") else {
      throw UnreadableRun("'\(name)' has no run.json: name a folder that '--out' has written")
    }
    return try RunFields(text, of: "\(name)/run.json")
  }

  /// The rows of a CSV file.
  public func rows(_ file: String) throws -> CSVRows {
    try CSVRows(try text(file), of: "\(name)/\(file)")
  }
}
