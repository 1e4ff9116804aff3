package import GrowthloopStudies
package import GrowthloopReports

extension UndividedPopulation: ExitCoded {
  package var exitCode: ExitCode { .usage }
}

extension LostRank: ExitCoded {
  package var exitCode: ExitCode { .unavailable }
}
