package import Experiments
package import Terminal

extension UndividedPopulation: ExitCoded {
  package var exitCode: ExitCode { .usage }
}

extension LostRank: ExitCoded {
  package var exitCode: ExitCode { .unavailable }
}
