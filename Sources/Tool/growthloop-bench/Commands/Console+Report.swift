import GrowthloopFindings
import GrowthloopReports

extension Console {
  /// Writes a report in the requested form: JSON or text.
  func write(
    _ report: some Encodable & CustomStringConvertible, asked arguments: Arguments
  ) throws {
    try write(arguments.has(.json) ? report.json() : report.description)
  }
}
