import Glibc
import GrowthloopDecisions
import GrowthloopLinkService
import GrowthloopLinkStore
import GrowthloopReports
import GrowthloopTransport
import Invites
import Vocabulary

/// Runs the link service until a signal stops it.
package enum ServeCommand: RunnableCommand {
  static let name = "serve"
  static let summary = "runs the link service: invite links over HTTP, kept in SQLite"
  static let manual = Manual(
    "serve [options]",
    about: """
      Answers taps on invite links and the calls of an app and its backend, by the rules of a profile.
      Every click, creation and acceptance is on the disk before it is acknowledged. GET /openapi.json
      describes the whole interface; 'growthloop token' makes the tokens. SIGTERM or Ctrl-C: it finishes
      running requests, commits, and prints a summary. Stored data is sealed, and a deleted user's key is
      destroyed before the deletion is acknowledged. No address and no link is ever logged.

      It takes over the sockets of systemd (LISTEN_FDS), and says when it is ready and when it stops
      (NOTIFY_SOCKET). While it is started anew, callers wait in the socket, and none is refused. With
      GROWTHLOOP_REVISION in the environment, the metrics name the revision of the build.
      """,
    options: ListeningChoice.options + [
      DataFolder.option, DataFolder.memory, ServiceSecret.option, RootSecret.option,
      SigningKeyChoice.option,
    ] + ProfileChoice.options + ClockChoice.options + RateChoice.options + [
      untilInputEnds, behindProxy, proxies, forwarded, store, app, activity, picture, requestLog,
      certificate, key,
    ] + EventsChoice.options,
    examples: "growthloop serve --memory --clock-speed 10000")

  static let untilInputEnds = CommandOption(
    flag: "--until-input-ends", "stops at the end of standard input")
  private static let behindProxy = CommandOption(
    flag: "--behind-proxy", "takes the client's address from the last of X-Forwarded-For")
  private static let proxies = CommandOption(
    "--trusted-proxies", "NETWORK,…",
    "behind a chain of proxies with these addresses: the client is the last that is none of them, such as "
      + "10.0.0.0/8,192.0.2.7; other callers are taken by their own address")
  private static let forwarded = CommandOption(
    flag: "--forwarded", "reads Forwarded (RFC 7239) of the proxies in place of X-Forwarded-For")
  private static let requestLog = CommandOption(
    "--request-log", "FILE",
    "appends a line of JSON for each request, without address, code or browser: its time, id (X-Request-Id, "
      + "taken from the request or made, and answered), route, status, bytes and milliseconds; '-' is standard "
      + "output. SIGHUP opens FILE anew", completion: .file)
  private static let certificate = CommandOption(
    "--tls-certificate", "F",
    "answers over TLS, with the certificate of this file and its chain in PEM. SIGHUP reads it anew",
    completion: .file)
  private static let key = CommandOption(
    "--tls-key", "F", "the key of the certificate in PEM (default: in the certificate's file)",
    completion: .file)
  private static let store = CommandOption(
    "--store-url", "URL", "the app's page in its store (default: https://apps.apple.com/)")
  private static let app = CommandOption(
    "--app-id", "ID", "TEAM.BUNDLE of the app, for /.well-known/apple-app-site-association")

  private static let activity = CommandOption(
    "--core-activity", "WORDS",
    "what people do with the app, for the card of a personal link: Join 50K+ people doing WORDS")
  private static let picture = CommandOption(
    "--content-image", "URL",
    "the picture of a shared content, for the card of its link; \(PageSettings.contentMark) stands for its id"
  )

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    let place = try ListeningChoice.read(arguments, on: console)
    var settings = try settings(arguments, at: place)
    settings.revision = console.variable("GROWTHLOOP_REVISION")
    let front = try Front(
      place: place, certificate: certificate(arguments), requestLog: arguments.one(requestLog),
      manager: ServiceManager(environment: console.variable))
    let folder = try DataFolder.read(arguments, on: console)
    let events = try EventsChoice.read(arguments, over: folder, on: console)
    let keys = ServiceKeys(
      try ServiceSecret.read(arguments, folder: folder, on: console),
      links: try SigningKeyChoice.read(arguments, on: console))
    LargeBlocks.keepApart()
    // All new files are accessible to their owner only.
    umask(0o077)
    // If the limit cannot be raised, the service accepts as many connections as it allows.
    _ = try? DescriptorLimit.raise(to: .max)
    try inputOutput { () throws(SystemCallError) in try CrashPrivacy.keepMemoryToItself() }
    // Before the store starts a thread: every running thread would have to block the signals.
    try inputOutput { () throws(SystemCallError) in
      _ = try SignalDescriptor(catching: stopSignals + [front.reloadSignal].compactMap(\.self))
      if arguments.has(untilInputEnds) { try stopWhenInputEnds() }
    }
    if !folder.isForSecretOnly { settings.clockFolder = ClockFolder(folder.path) }
    let log = try events.open()
    settings.exportsEvents = log != nil
    let store = try open(folder, settings, arguments, reportingTo: log, on: console)
    let delivery = try events.delivery(of: log)
    try inputOutput { () throws(SystemCallError) in
      try serve(settings, store, keys, delivery, behind: front, on: console) {
        ProfileChoice.noteUnused(arguments, in: name, on: console)
      }
    }
    return try close(store)
  }

  /// What stands between the service and its callers.
  private struct Front {
    let place: ListeningPlace
    let certificate: ServerCertificate?
    let requestLog: String?
    let manager: ServiceManager?

    /// The signal on which files are read anew; without any, it ends the service with its terminal.
    var reloadSignal: Int32? {
      certificate == nil && requestLog == nil && manager == nil ? nil : SIGHUP
    }
  }

  private static func certificate(_ arguments: Arguments) throws -> ServerCertificate? {
    guard let certificate = try arguments.one(certificate) else {
      guard try arguments.one(key) == nil else {
        throw UsageError(description: "'\(key)' needs '\(Self.certificate)'")
      }
      return nil
    }
    let key = try arguments.one(key) ?? certificate
    do throws(ServerCertificate.Problem) {
      return try ServerCertificate(certificate: certificate, key: key)
    } catch {
      throw UnfitInput(description: "'\(Self.certificate)': \(error)")
    }
  }

  private static func inputOutput(_ body: () throws(SystemCallError) -> Void) throws {
    do throws(SystemCallError) {
      try body()
    } catch {
      throw InputOutputError(description: "\(error)")
    }
  }

  /// Stops the service when the process that started it ends, in any way.
  private static func stopWhenInputEnds() throws(SystemCallError) {
    _ = try BackgroundThread {
      var byte: UInt8 = 0
      while unsafe Glibc.read(STDIN_FILENO, &byte, 1) > 0 {}
      kill(getpid(), SIGTERM)
    }
  }

  private static let stopSignals = [SIGTERM, SIGINT]

  private static func settings(
    _ arguments: Arguments, at place: ListeningPlace
  ) throws -> ServiceSettings {
    var settings = ServiceSettings(try ProfileChoice.read(arguments))
    settings.clock = try ClockChoice.read(arguments, at: place)
    settings.limits = try RateChoice.read(arguments)
    settings.trustedProxies = try arguments.one(proxies).map(networks) ?? []
    settings.isBehindProxy = arguments.has(behindProxy) || !settings.trustedProxies.isEmpty
    settings.readsForwarded = arguments.has(forwarded)
    guard settings.isBehindProxy || !settings.readsForwarded else {
      throw UsageError(description: "'\(forwarded)' is for '\(proxies)' or '\(behindProxy)'")
    }
    settings.guardsMetrics = !place.isLoopback || settings.isBehindProxy
    if let address = try arguments.one(store) { settings.pages.storeAddress = address }
    settings.pages.coreActivity = try arguments.one(activity)
    settings.pages.contentImage = try arguments.one(picture)
    if let address = settings.pages.contentImage, !address.contains(PageSettings.contentMark) {
      throw UsageError(
        description:
          "'\(picture) \(address)' must have \(PageSettings.contentMark) where the id belongs")
    }
    if let id = try arguments.one(app) { settings.appID = id }
    return settings
  }

  private static func networks(_ text: String) throws -> [AddressRange] {
    try text.split(separator: ",").map { part in
      let part = part.filter { $0 != " " }
      guard let network = AddressRange(part) else {
        throw UsageError(
          description:
            "'\(proxies)' must be addresses or networks such as 10.0.0.0/8, not '\(part)'")
      }
      return network
    }
  }

  private static func open(
    _ folder: DataFolder, _ settings: ServiceSettings, _ arguments: Arguments,
    reportingTo events: ExportLog?, on console: any Console
  ) throws -> any LinkStore {
    var terms = LinkEngine.terms(of: settings.profile)
    terms.lateness = settings.clock.lateness
    if folder.isForSecretOnly { return MemoryLinkStore(terms) }
    let root = try RootSecret.read(arguments, folder: folder.path)
    do throws(StoreError) {
      let store = try SQLiteLinkStore(
        in: folder.path, terms, root: root, reportingTo: events)
      for finding in store.findings { console.complain("growthloop: \(finding)") }
      return store
    } catch {
      throw error.asFailure
    }
  }

  private static func serve(
    _ settings: ServiceSettings, _ store: any LinkStore, _ keys: ServiceKeys,
    _ delivery: EventDelivery?, behind front: Front, on console: any Console,
    whenListening: () -> Void
  ) throws(SystemCallError) {
    let metrics = WebMetrics()
    let application = LinkApplication(
      settings, over: store, keys: keys, metrics: metrics, delivering: delivery
    ) {
      console.complain("growthloop: \($0)")
    }
    var limits = WebLimits()
    // All connections come from the proxy, and after a restart at once.
    if settings.isBehindProxy { limits.connectionsPerAddress = limits.connections }
    let server = try WebServer(
      application, at: front.place, limits: limits, metrics: metrics, encrypting: front.certificate,
      stoppingOn: stopSignals, reloadingOn: front.reloadSignal)
    server.manager = front.manager
    server.requestLog = try front.requestLog.map { path throws(SystemCallError) in
      try RequestLog(path)
    }
    server.report = { console.complain("growthloop: \($0)") }
    let scheme = front.certificate == nil ? "http" : "https"
    for address in server.addresses {
      console.complain("growthloop: listening at \(scheme)://\(address)")
    }
    // After the address, which programs that start the service read from the first line.
    whenListening()
    if let refusal = (store as? SQLiteLinkStore)?.refusal {
      console.complain("growthloop: nothing new is kept, and links resolve: \(refusal)")
    }
    let report =
      if let delivery {
        try delivery.during { () throws(SystemCallError) in try server.run() }
      } else {
        try server.run()
      }
    console.complain("growthloop: \(report)")
    if let waiting = delivery?.waiting, waiting > 0 {
      console.complain("growthloop: \(waiting) bytes of events wait for the next start")
    }
  }

  /// Moves all data into the database.
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
  /// The error with which the command ends.
  var asFailure: any Error {
    switch self {
    case .corrupt, .unsealed, .wrongSecret, .expired, .newerSchema, .unfit:
      UnfitInput(description: "\(self)")
    case .locked, .readOnly, .diskFull, .exists, .inputOutput:
      InputOutputError(description: "\(self)")
    }
  }
}

/// Creates a bearer token for the service.
package enum TokenCommand: RunnableCommand {
  static let name = "token"
  static let summary = "makes a token for the link service: of a user, or of the backend"
  static let manual = Manual(
    "token (USER | --backend) [options]",
    about: """
      Prints a bearer token that 'growthloop serve' with the same secret accepts. USER is the number of an
      account, or its UUID as the service writes it. A user's token allows the calls that concern that
      user; the backend's allows every call, so keep it on servers.
      """,
    words: [CommandWord("USER", completion: .nothing)],
    options: [backend, days, DataFolder.option, ServiceSecret.option],
    examples:
      #"curl -H "Authorization: Bearer $(growthloop token 42)" http://127.0.0.1:8080/users/\#(OpaqueID(PrincipalID(rawValue: 42)))/invites"#
  )

  private static let backend = CommandOption(
    flag: "--backend", "a token of the app's own backend")
  private static let days = CommandOption("--days", "N", "how long it is valid (default: 1)")

  static func run(_ arguments: Arguments, on console: any Console) throws -> ExitCode {
    let caller = try caller(arguments)
    let text = try arguments.one(self.days) ?? "1"
    guard let days = ValueText.integer(text), (1...3_650).contains(days) else {
      throw UsageError(description: "'--days \(text)' must be a number from 1 to 3650")
    }
    let folder = try DataFolder.read(arguments, on: console)
    let keys = ServiceKeys(try ServiceSecret.read(arguments, folder: folder, on: console))
    let token = AccessToken(for: caller, until: ServiceClock.real.now() + .days(Int64(days)))
    try console.write(keys.tokens.text(of: token) + "\n")
    return .success
  }

  private static func caller(_ arguments: Arguments) throws -> Caller {
    switch (arguments.words.first, arguments.has(backend)) {
    case (nil, true): return .backend
    case (let user?, false):
      if let number = UInt64(user) { return .user(PrincipalID(rawValue: number)) }
      guard let principal = OpaqueID(user)?.principal else {
        throw UsageError(description: "'\(user)' must be the number of a user, or a user's UUID")
      }
      return .user(principal)
    case (nil, false), (_?, true):
      throw UsageError(description: "missing USER or '--backend', or both are given")
    }
  }
}
