import GrowthloopFindings

/// The exit code of the tool.
public enum ExitCode: Int32, Sendable {
  case success = 0
  /// A gate was missed.
  case gateMissed = 1
  /// A gate is undecided.
  case gateUndecided = 2
  case usage = 64
  case badInput = 65
  /// The target of a measurement does not respond.
  case unavailable = 69
  case internalError = 70
  case inputOutput = 74
  /// An interrupt; finished parts are reported and marked.
  case interrupted = 130
}

/// An error with an exit code of its own.
package protocol ExitCoded: Error {
  var exitCode: ExitCode { get }
}

/// The exit code and message of an error.
package struct ErrorReport {
  package let code: ExitCode
  package let words: String

  package init(of error: any Error) {
    words = "\(error)"
    code =
      switch error {
      case let error as any ExitCoded: error.exitCode
      case is UsageError: .usage
      case is DiagnosticList: .badInput
      case is InputOutputError: .inputOutput
      case is InterruptedEarly: .interrupted
      default: .internalError
      }
  }
}

extension ExitCode {
  /// Runs a tool, and prints the errors that it throws on the console.
  ///
  /// After a usage error it also prints the command for help.
  package static func running(
    _ tool: String, help: @autoclosure () -> String, on console: any Console,
    _ work: () throws -> ExitCode
  ) -> ExitCode {
    do {
      let code = try work()
      try console.flush()
      return code
    } catch {
      let report = ErrorReport(of: error)
      let words =
        switch report.code {
        case .usage: "\(tool): \(report.words)\nTry '\(help())'."
        case .badInput where error is DiagnosticList: report.words
        case .internalError: "\(tool): internal error: \(report.words)"
        default: "\(tool): \(report.words)"
        }
      console.complain(words)
      return report.code
    }
  }
}

/// An input that a command cannot process.
package struct UnfitInput: ExitCoded, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }

  /// Creates an error of several mistakes, each on a line of its own.
  package init(_ mistakes: [String]) {
    self.init(description: mistakes.joined(separator: "\ngrowthloop: "))
  }

  package var exitCode: ExitCode { .badInput }
}

/// An invalid command line, with the valid forms.
package struct UsageError: Error, CustomStringConvertible {
  package let description: String

  package init(description: String) { self.description = description }
}
