/// One thing that the tool can do.
protocol Command: SendableMetatype {
  static var name: String { get }
  /// What it does, in one line.
  static var summary: String { get }
  /// Everything that `--help` prints.
  static var help: String { get }
  /// What `--help` prints after these words; all of it unless a command has parts.
  static func help(for words: ArraySlice<String>) -> String
  static func run(_ arguments: ArraySlice<String>, on console: any Console) throws -> ExitCode
}

extension Command {
  static func help(for words: ArraySlice<String>) -> String { help }
}
