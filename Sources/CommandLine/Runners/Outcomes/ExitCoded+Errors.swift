import Calibration
import LoadGenerator
import Runs
package import Terminal

extension UnreadableRun: ExitCoded {
  package var exitCode: ExitCode { .badInput }
}

extension LoadRefusal: ExitCoded {
  package var exitCode: ExitCode { ExitCode(of: self) }
}

extension NoSoundPoint: ExitCoded {
  package var exitCode: ExitCode { .badInput }
}
