import Foundation
import Invites
import LinuxIO
import LoadGenerator
import LoadTrials

/// What a plan is run against: a service of its own, or a target that somebody named.
struct LoadPlace {
  let target: LoadTarget
  let links: KnownLinks
  /// Where the generator runs; `nil` for anywhere.
  let processor: Int?
  /// Whether the generator has its turn before all that is not in real time.
  var isInRealTime = false
  /// What reports call it.
  let description: String

  /// What the command line says of the place.
  struct Options {
    /// Where its own service keeps its links meanwhile; a temporary folder if not said.
    var data: String?
    var allowsRemote = false
    var isInRealTime = false

    init() {}

    init(_ arguments: Arguments) throws {
      data = try arguments.one("--data")
      allowsRemote = arguments.has("--allow-remote")
      isInRealTime = arguments.has("--real-time")
    }
  }

  /// The variable of the environment with the token that another target believes.
  static let tokenVariable = "GROWTHLOOP_TOKEN"

  /// Gives `body` the place of a plan, and takes it away afterwards.
  static func with<Answer>(
    _ scenario: LoadScenario, _ options: Options, on console: any Console,
    until interrupt: Interrupt, _ body: (LoadPlace) throws -> Answer
  ) throws -> Answer {
    if let target = scenario.target {
      return try body(try named(target, scenario, options, on: console, until: interrupt))
    }
    try scenario.limits.loadLimits.reserveDescriptors()
    let processors = try ThisThread.processors()
    // The generator has a processor to itself where there are two.
    let last = processors.count > 1 ? processors.last : nil
    let others = processors.filter { $0 != last }
    let service = try OwnService(
      for: scenario, in: options.data, on: others, console, until: interrupt)
    defer { service.stop() }
    let place = LoadPlace(
      target: service.target, links: service.links, processor: last,
      isInRealTime: options.isInRealTime,
      description: "a service of its own, \(scenario.links.count) links in SQLite"
        + (last.map { "; the generator has core \($0) to itself" } ?? ""))
    return try body(place)
  }

  private static func named(
    _ target: LoadTarget, _ scenario: LoadScenario, _ options: Options,
    on console: any Console, until interrupt: Interrupt
  ) throws -> LoadPlace {
    var target = target
    let addresses: [IPAddress]
    do throws(HostLookup.Failure) {
      addresses = try HostLookup.addresses(of: target.host)
    } catch {
      throw LoadRefusal.unknownHost(error)
    }
    guard addresses.allSatisfy(\.isLoopback) || options.allowsRemote else {
      throw UsageError(
        description: "\(target) is not this machine: say '--allow-remote' if you may load it")
    }
    target.bearerToken = console.variable(tokenVariable)
    let needsToken = scenario.mix.parts(under: scenario.profile, scenario.flow).filter {
      $0.kind.isAuthorized
    }
    guard needsToken.isEmpty || target.bearerToken != nil else {
      throw UsageError(
        description: "\(needsToken.map(\.kind.name).joined(separator: ", ")) need a token of the "
          + "target: put it into \(tokenVariable)")
    }
    var links = KnownLinks(
      known: scenario.links.codes ?? [], people: scenario.links.people ?? [])
    links.unknown = try LinkSeeding(scenario, until: interrupt).unknownCodes(
      scenario.links.count(of: scenario.links.unknown))
    return LoadPlace(
      target: target, links: links, processor: nil, isInRealTime: options.isInRealTime,
      description: "\(target)")
  }
}
