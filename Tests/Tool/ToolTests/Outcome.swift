import growthloop
import GrowthloopReports
import TestConsole

/// What a run of the tool came to.
struct Outcome {
  let code: ExitCode
  let output: String
  let complaints: String

  var lines: [String] { output.split(separator: "\n").map(String.init) }
}

/// Runs the tool on `input`.
func growthloop(
  _ arguments: String..., input: String = "", variables: [String: String] = [:]
) -> Outcome {
  run(arguments, Array(input.utf8), variables: variables)
}

func run(
  _ arguments: [String], _ input: [UInt8], variables: [String: String] = [:], chunk: Int = 7
) -> Outcome {
  let console = MemoryConsole(input, variables: variables, chunk: chunk)
  let code = Growthloop.run(arguments, on: console)
  return Outcome(code: code, output: console.output, complaints: console.complaints)
}
