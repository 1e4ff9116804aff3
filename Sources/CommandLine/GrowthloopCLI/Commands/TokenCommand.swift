import Invites
import LinkService
import Vocabulary

/// Makes a bearer token for the service.
enum TokenCommand: Command {
  static let name = "token"
  static let summary = "makes a token for the link service: of a user, or of the backend"
  static let help = """
    growthloop token (USER | --backend) [options]

    Prints a bearer token that 'growthloop serve' with the same secret believes. USER is the number of
    an account, or its UUID as the service writes it. A user's token allows what concerns that user; the
    backend's allows everything, so keep it on servers.

    Options:
      --backend             a token of the app's own backend
      --days N              how long it is good; 1
    \(DataFolder.help)
    \(ServiceSecret.help)

    Example:
      curl -H "Authorization: Bearer $(growthloop token 42)" http://127.0.0.1:8080/invites/status
    """

  static func run(_ arguments: ArraySlice<String>, on console: any Console) throws -> ExitCode {
    let arguments = try Arguments(
      arguments,
      declared: .init(
        flags: ["--backend"], options: ["--days", DataFolder.option, ServiceSecret.option],
        mostWords: 1))
    let caller = try caller(arguments)
    let text = try arguments.one("--days") ?? "1"
    guard let days = Int64(text), (1...3_650).contains(days) else {
      throw UsageError(description: "'--days \(text)' must be a number from 1 to 3650")
    }
    let folder = try DataFolder.read(arguments, on: console)
    let keys = ServiceKeys(try ServiceSecret.read(arguments, folder: folder, on: console))
    let token = AccessToken(for: caller, until: ServiceClock.real.now() + .days(days))
    try console.write(keys.tokens.text(of: token) + "\n")
    return .success
  }

  private static func caller(_ arguments: Arguments) throws -> Caller {
    switch (arguments.words.first, arguments.has("--backend")) {
    case (nil, true): return .backend
    case (let user?, false):
      if let number = UInt64(user) { return .user(PrincipalID(rawValue: number)) }
      guard let principal = OpaqueID(user)?.principal else {
        throw UsageError(description: "'\(user)' must be the number of a user, or a user's UUID")
      }
      return .user(principal)
    case (nil, false), (_?, true):
      throw UsageError(description: "a token of whom? A user's number, or '--backend'")
    }
  }
}
