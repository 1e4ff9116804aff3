import Invites
import GrowthloopLinkService
import GrowthloopReports
import Vocabulary

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
