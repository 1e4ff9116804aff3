import ContactTrials
import LoadTrials
import Scenarios

/// Compares the build at hand with a baseline, by whatever the plan makes happen.
struct RegressWork {
  let options: RegressOptions
  let console: any Console
  let interrupt: Interrupt

  /// `nil` where somebody wanted no more before anything could be compared.
  func run() throws -> ComparedBuilds? {
    if ResultFiles.isFolder(options.file) {
      guard case .result(let before) = try baseline() else {
        throw UsageError(description: "a result is compared with a result: name two folders")
      }
      return try compare(before, try ResultFiles(options.file))
    }
    switch SourceLoader.disk().planKind(options.file) {
    case LoadScenario.Kind.load.rawValue?: return try load()
    case ContactPlan.Kind.contacts.rawValue?: return try contacts()
    case let kind?
    where [GatePlan.Kind.gate.rawValue, RehearsalPlan.Kind.rehearsal.rawValue].contains(kind):
      throw UnfitInput(
        description: "'\(options.file)' is a plan of the kind '\(kind)'; builds are compared under "
          + "scenarios, and under plans of the kinds 'load' and 'contacts'")
    default: return try growth()
    }
  }

  func baseline() throws -> Baseline? {
    try Baseline.read(options.baseline, on: console, until: interrupt)
  }

  /// The executable of this very build.
  func ownTool() throws -> GrowthloopTool {
    try GrowthloopTool(at: console.tool, called: "this build")
  }
}
