/// Measures what the rules cost.
enum BenchCommand: Command {
  static let name = "bench"
  static let summary = "measures what a decision costs"
  static let help = "growthloop bench rules [--json]"

  static func run(_ arguments: ArraySlice<String>, on console: any Console) throws -> ExitCode {
    .success
  }
}
