import Glibc
import LinkService
import LinkStore
import LinuxIO
import Secrets
import WebServer

/// Runs the link service until it is told to stop.
enum ServeCommand: Command {
  static let name = "serve"
  static let summary = "runs the link service: invite links over HTTP, kept in SQLite"
  static let help = """
    growthloop serve [options]

    Answers taps on invite links and the calls of an app and its backend, by the rules of a profile.
    Every click, creation and acceptance is on the disk before it is acknowledged. GET /openapi.json
    describes all of it; 'growthloop token' makes the tokens. SIGTERM or Ctrl-C: it finishes what runs,
    commits, and says what it did. What is kept is sealed, and a deleted user's key is destroyed before
    the deletion is acknowledged. No address and no link is ever logged.

    Options:
    \(ListeningChoice.help)
    \(DataFolder.help)
      --memory              keeps no links: all of them are gone when the service ends
    \(ServiceSecret.help)
    \(RootSecret.help)
    \(SigningKeyChoice.help)
    \(ProfileChoice.help)
    \(ClockChoice.help)
    \(RateChoice.help)
      --until-input-ends    stops when nobody is left who could write to its input
      --behind-proxy        takes the address of who asks from the last of X-Forwarded-For
      --store-url URL       where the app is got, https://apps.apple.com/ by default
      --app-id ID           TEAM.BUNDLE of the app, for /.well-known/apple-app-site-association

    Example:
      growthloop serve --memory --clock-speed 10000
    """

  static func run(_ arguments: ArraySlice<String>, on console: any Console) throws -> ExitCode {
    let arguments = try Arguments(arguments, declared: declaration)
    let place = try ListeningChoice.read(arguments)
    var settings = try settings(arguments, at: place)
    let folder = try DataFolder.read(arguments, on: console)
    let keys = ServiceKeys(
      try ServiceSecret.read(arguments, folder: folder, on: console),
      links: try SigningKeyChoice.read(arguments, on: console))
    LargeBlocks.keepApart()
    // Whatever is written here is its owner's alone.
    umask(0o077)
    // A limit that cannot be raised leaves room for as many connections as it allows.
    _ = try? DescriptorLimit.raise(to: .max)
    try inputOutput { () throws(SystemCallError) in try CrashPrivacy.keepMemoryToItself() }
    // Before the store starts a thread: each that runs would have to leave them alone.
    try inputOutput { () throws(SystemCallError) in
      _ = try SignalDescriptor(catching: stopSignals)
      if arguments.has(inputFlag) { try stopWhenInputEnds() }
    }
    if !folder.isForSecretOnly { settings.clockFolder = ClockFolder(folder.path) }
    let store = try open(folder, settings, arguments, on: console)
    try inputOutput { () throws(SystemCallError) in
      try serve(settings, store, keys, at: place, on: console)
    }
    return try close(store)
  }

  private static func inputOutput(_ body: () throws(SystemCallError) -> Void) throws {
    do throws(SystemCallError) {
      try body()
    } catch {
      throw InputOutputError(description: "\(error)")
    }
  }

  static let inputFlag = "--until-input-ends"

  /// Lets the service go with the process that started it, however that one ends.
  private static func stopWhenInputEnds() throws(SystemCallError) {
    _ = try BackgroundThread {
      var byte: UInt8 = 0
      while unsafe Glibc.read(STDIN_FILENO, &byte, 1) > 0 {}
      kill(getpid(), SIGTERM)
    }
  }

  private static let stopSignals = [SIGTERM, SIGINT]

  private static let declaration = Arguments.Declaration(
    flags: [
      DataFolder.flag, ListeningChoice.flag, RateChoice.flag, "--behind-proxy", inputFlag,
      ClockChoice.flag,
    ],
    options: ListeningChoice.options + ProfileChoice.options + ClockChoice.options
      + RateChoice.options
      + [
        DataFolder.option, ServiceSecret.option, RootSecret.option, SigningKeyChoice.option,
        "--store-url", "--app-id",
      ])

  private static func settings(
    _ arguments: Arguments, at place: ListeningPlace
  ) throws -> ServiceSettings {
    var settings = ServiceSettings(try ProfileChoice.read(arguments))
    settings.clock = try ClockChoice.read(arguments, at: place)
    settings.limits = try RateChoice.read(arguments)
    settings.isBehindProxy = arguments.has("--behind-proxy")
    settings.guardsMetrics = !place.isLoopback || settings.isBehindProxy
    if let address = try arguments.one("--store-url") { settings.storeAddress = address }
    if let id = try arguments.one("--app-id") { settings.appID = id }
    return settings
  }

  private static func open(
    _ folder: DataFolder, _ settings: ServiceSettings, _ arguments: Arguments,
    on console: any Console
  ) throws -> any LinkStore {
    var terms = LinkDesk.terms(of: settings.profile)
    terms.lateness = settings.clock.lateness
    if folder.isForSecretOnly { return MemoryLinkStore(terms) }
    let root = try RootSecret.read(arguments, folder: folder.path)
    do throws(StoreError) {
      let store = try SQLiteLinkStore(in: folder.path, terms, root: root)
      for finding in store.findings { console.complain("growthloop: \(finding)") }
      return store
    } catch {
      throw error.asFailure
    }
  }

  private static func serve(
    _ settings: ServiceSettings, _ store: any LinkStore, _ keys: ServiceKeys,
    at place: ListeningPlace, on console: any Console
  ) throws(SystemCallError) {
    let metrics = WebMetrics()
    let application = LinkApplication(settings, over: store, keys: keys, metrics: metrics) {
      console.complain("growthloop: \($0)")
    }
    let server = try WebServer(
      application, at: place, metrics: metrics, stoppingOn: stopSignals)
    for address in server.addresses {
      console.complain("growthloop: listening at http://\(address)")
    }
    if let refusal = (store as? SQLiteLinkStore)?.refusal {
      console.complain("growthloop: nothing new is kept: \(refusal)")
    }
    let report = try server.run()
    console.complain("growthloop: \(report)")
  }

  /// Brings everything into the database.
  private static func close(_ store: any LinkStore) throws -> ExitCode {
    do {
      try (store as? SQLiteLinkStore)?.close()
    } catch {
      throw InputOutputError(description: "\(error); what was acknowledged is in the journal")
    }
    return .success
  }
}

extension StoreError {
  /// What the command ends with.
  var asFailure: any Error {
    switch self {
    case .corrupt, .unsealed, .wrongSecret, .expired, .newerSchema:
      UnfitInput(description: "\(self)")
    case .locked, .readOnly, .diskFull, .exists, .inputOutput:
      InputOutputError(description: "\(self)")
    }
  }
}
