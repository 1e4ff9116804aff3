/// One thing that the tool can do.
protocol Command: SendableMetatype {
  static var name: String { get }
  /// What it does, in one line.
  static var summary: String { get }
  /// Everything that `--help` prints.
  static var help: String { get }
  static func run(_ arguments: ArraySlice<String>, on console: any Console) throws -> ExitCode
}
