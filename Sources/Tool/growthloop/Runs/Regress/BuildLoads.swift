import Foundation
import GrowthloopTransport
import GrowthloopLoadGenerator
import GrowthloopReports

/// The loads on the services of several builds, in turn, by the one generator of this build.
///
/// Each run starts a new service over a copy of the same links. Otherwise the data that an older
/// service has gathered, or its memory layout, would affect the result.
final class BuildLoads {
  private let scenario: LoadScenario
  private let seeded: SeededLinks
  private let console: any Console
  private let interrupt: Interrupt
  /// The generator's own processor; `nil` if there is only one.
  private let last: Int?
  private let others: [Int]

  init(
    _ scenario: LoadScenario, in parent: String?, on console: any Console,
    until interrupt: Interrupt
  ) throws {
    try scenario.limits.loadLimits.reserveDescriptors()
    let processors = try ThisThread.processors()
    let last = processors.count > 1 ? processors.last : nil
    self.last = last
    others = processors.filter { $0 != last }
    self.scenario = scenario
    self.console = console
    self.interrupt = interrupt
    console.show(progress: "seeding \(scenario.links.count) links")
    seeded = try SeededLinks(
      of: scenario, below: parent ?? NSTemporaryDirectory(), until: interrupt)
  }

  deinit { seeded.remove() }

  /// Loads a service of that tool once; `nil` for an aborted run.
  func run(_ tool: GrowthloopTool, _ progress: String) throws -> Reading? {
    let service = try OwnService(
      over: try seeded.copy(), under: scenario.profile, on: others, by: tool.path)
    defer { service.stop() }
    let work = LoadWork(
      console: console, interrupt: interrupt, processor: last, title: "\(progress): ")
    let record = try work.run(scenario.plan(against: service.target, service.links))
    return record.wasCancelled ? nil : Reading(record)
  }
}
