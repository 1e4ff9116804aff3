import Foundation
import GrowthloopTransport
import Invites
package import GrowthloopLoadGenerator
package import GrowthloopReports

/// The place of a load run: a service of its own, or a target that the user named.
package struct LoadPlace {
  let target: LoadTarget
  let links: KnownLinks
  /// The processor of the generator; `nil` for any.
  let processor: Int?
  /// Whether the generator has a real-time priority.
  var isInRealTime = false
  /// The name in reports.
  let description: String

  /// The options of the command line about the place.
  package struct Options {
    /// The folder for the links of its own service; `nil` for a temporary one.
    var data: String?
    var allowsRemote = false
    var isInRealTime = false

    package init(data: String? = nil, allowsRemote: Bool = false, isInRealTime: Bool = false) {
      self.data = data
      self.allowsRemote = allowsRemote
      self.isInRealTime = isInRealTime
    }
  }

  /// A target at which others have measured.
  init(at target: LoadTarget) {
    self.init(
      target: target, links: KnownLinks(known: [], people: []), processor: nil,
      description: "\(target)")
  }

  private init(
    target: LoadTarget, links: KnownLinks, processor: Int?, isInRealTime: Bool = false,
    description: String
  ) {
    self.target = target
    self.links = links
    self.processor = processor
    self.isInRealTime = isInRealTime
    self.description = description
  }

  /// The environment variable with a token that another target accepts.
  package static let tokenVariable = "GROWTHLOOP_TOKEN"

  /// Calls `body` with the place of a plan, and removes the place afterwards.
  package static func with<Answer>(
    _ scenario: LoadScenario, _ options: Options, on console: any Console,
    until interrupt: Interrupt, _ body: (LoadPlace) throws -> Answer
  ) throws -> Answer {
    if let target = scenario.target {
      return try body(try named(target, scenario, options, on: console, until: interrupt))
    }
    try scenario.limits.loadLimits.reserveDescriptors()
    let processors = try ThisThread.processors()
    // With two processors or more, the generator has one to itself.
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
      addresses = try HostLookup.addresses(of: target.endpoint.host)
    } catch {
      throw LoadRefusal.unknownHost(error)
    }
    guard addresses.allSatisfy(\.isLoopback) || options.allowsRemote else {
      throw UsageError(
        description: "\(target) is not this machine: give '--allow-remote' if you may load it")
    }
    target.bearerToken = console.variable(tokenVariable)
    let needsToken = scenario.parts.filter(\.kind.isAuthorized)
    guard needsToken.isEmpty || target.bearerToken != nil else {
      throw UsageError(
        description: "\(needsToken.map(\.kind.name).joined(separator: ", ")) need a token of the "
          + "target: put it into \(tokenVariable)")
    }
    var links = KnownLinks(
      known: scenario.links.codes ?? [], people: scenario.links.people ?? [])
    if scenario.uploadsContacts {
      // None of these numbers is a user's there, as far as is known here.
      links.books = SeededBooks.books(for: max(1, links.people.count), seed: scenario.seed)
    }
    links.unknown = try LinkSeeding(scenario, until: interrupt).unknownCodes(
      scenario.links.count(of: scenario.links.unknown))
    return LoadPlace(
      target: target, links: links, processor: nil, isInRealTime: options.isInRealTime,
      description: "\(target)")
  }
}
