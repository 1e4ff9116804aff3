import GrowthloopPlans
package import GrowthloopFindings
package import GrowthloopReports

/// A comparison of this build with a baseline, under the load or scenario of a plan.
package struct RegressWork {
  let request: RegressRequest
  let console: any Console
  let interrupt: Interrupt

  package init(request: RegressRequest, console: any Console, interrupt: Interrupt) {
    self.request = request
    self.console = console
    self.interrupt = interrupt
  }

  /// Runs the comparison; `nil` after an interrupt before the first comparison.
  package func run() throws -> RegressFindings? {
    if ResultFolder.isFolder(request.file) {
      guard case .result(let before) = try baseline() else {
        throw UsageError(description: "a result is compared with a result: name two folders")
      }
      return try compare(before, try MeasuredFolder(request.file))
    }
    let kind = RunnableKind(of: request.file) ?? .simulation
    guard let comparison = kind.comparison else {
      throw UnfitInput(
        description: "'\(request.file)' is a plan of the kind '\(kind.file.word)'; builds are "
          + "compared under scenarios, and under plans of the kinds 'load' and 'contacts'")
    }
    return try comparison.compare(self)
  }

  func baseline() throws -> Baseline? {
    try Baseline.read(request.baseline, on: console, until: interrupt)
  }

  /// Returns the executable of this build.
  func ownTool() throws -> GrowthloopTool {
    try GrowthloopTool(at: console.tool, called: "this build")
  }
}
