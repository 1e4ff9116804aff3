import Diagnostics
import LoadGenerator
import Reports

/// What a caller is told of an error: a code, and words.
struct Complaint {
  let code: ExitCode
  let words: String

  init(of error: any Error) {
    words = "\(error)"
    code =
      switch error {
      case is UsageError: .usage
      case is ContradictionError, is UnfitInput, is UnreadableRun, is DiagnosticList: .badInput
      case let refusal as LoadRefusal: ExitCode(of: refusal)
      case is InputOutputError: .inputOutput
      case is InterruptedEarly: .interrupted
      default: .ourFault
      }
  }
}
