import GrowthloopTransport
import GrowthloopLinkService
import GrowthloopLinkStore
import GrowthloopReports

/// The file that receives events, and the collector to which they are delivered.
struct EventsChoice {
  static let tokenVariable = "GROWTHLOOP_EVENTS_TOKEN"

  static let options = [file, collector]

  private static let file = CommandOption(
    "--events", "FILE",
    "appends each event that the service sees, one line of JSON, on the disk before the answer: at least "
      + "once each, persons under a hash as 'events.identities' says", completion: .file)
  private static let collector = CommandOption(
    "--events-to", "URL",
    "delivers the lines of '\(file)' by POST over HTTP, in order and at least once each; what the collector "
      + "does not take is sent again, and waits in the file; a bearer token in the environment, as "
      + tokenVariable)

  private let path: String?
  private let collector: EventCollector?

  static func read(
    _ arguments: Arguments, over folder: DataFolder, on console: any Console
  ) throws -> EventsChoice {
    let path = try arguments.one(file)
    let collector = try collector(arguments, on: console)
    guard path != nil || collector == nil else {
      throw UsageError(
        description:
          "'\(Self.collector)' needs '\(file)': events wait there for the collector")
    }
    guard path == nil || !folder.isForSecretOnly else {
      throw UsageError(
        description:
          "'\(file)' needs a folder of data: a service in memory forgets after a crash "
          + "which events were true")
    }
    return EventsChoice(path: path, collector: collector)
  }

  /// Opens the file, if there is one.
  func open() throws -> ExportLog? {
    do throws(StoreError) {
      return try path.map(ExportLog.init)
    } catch {
      throw error.asFailure
    }
  }

  private static func collector(
    _ arguments: Arguments, on console: any Console
  ) throws -> EventCollector? {
    guard let url = try arguments.one(collector) else { return nil }
    guard let endpoint = HTTPEndpoint(url: url) else {
      throw UsageError(
        description:
          "'\(collector)' needs a URL such as https://example.com/events, without query or user, not '\(url)'"
      )
    }
    do throws(EventCollector.Problem) {
      return try EventCollector(endpoint, token: console.variable(tokenVariable))
    } catch {
      throw UsageError(description: "'\(collector)': \(error)")
    }
  }

  /// Returns the delivery of the file to the collector, if there is one; the store must be open.
  func delivery(of log: ExportLog?) throws -> EventDelivery? {
    guard let log, let collector else { return nil }
    do {
      return try EventDelivery(of: log, to: collector)
    } catch let error as StoreError {
      throw error.asFailure
    }
  }
}
