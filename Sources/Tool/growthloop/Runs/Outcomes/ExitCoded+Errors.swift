import GrowthloopStudies
import GrowthloopLoadGenerator
import GrowthloopFindings
package import GrowthloopReports

extension UnreadableRun: ExitCoded {
  package var exitCode: ExitCode { .badInput }
}

extension LoadRefusal: ExitCoded {
  package var exitCode: ExitCode { ExitCode(of: self) }
}

extension NoSoundPoint: ExitCoded {
  package var exitCode: ExitCode { .badInput }
}
