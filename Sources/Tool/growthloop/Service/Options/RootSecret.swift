import GrowthloopLinkStore
import GrowthloopTransport
import GrowthloopReports

/// The secret under which the keys of the data are wrapped, from a file or from the environment.
enum RootSecret {
  static let variable = "GROWTHLOOP_ROOT_SECRET"

  static let option = CommandOption(
    "--root-secret", "F",
    "the secret under which all data is sealed, in a file that only its owner may read, outside of DIR; or in "
      + "the environment, as \(variable); else the file 'DIR.root-secret', made with the data. Without it "
      + "the data is lost: back it up, apart from DIR", completion: .file)

  /// Reads the secret, or creates one if there is no store; it is never printed.
  static func read(_ arguments: Arguments, folder: String) throws -> Secret {
    try read(arguments) { (named) throws(SecretProblem) in
      try RootSecretFile.read(named, forStoreIn: folder)
    }
  }

  /// Reads the secret, which must exist.
  static func readExisting(_ arguments: Arguments, folder: String) throws -> Secret {
    try read(arguments) { (named) throws(SecretProblem) in
      try SecretFile(named ?? RootSecretFile.path(beside: folder)).read()
    }
  }

  private static func read(
    _ arguments: Arguments, _ readFile: (String?) throws(SecretProblem) -> Secret
  ) throws -> Secret {
    let named = try arguments.one(option)
    do throws(SecretProblem) {
      if named == nil, let secret = try Secret.fromEnvironment(variable) { return secret }
      return try readFile(named)
    } catch {
      switch error {
      case .inaccessible:
        throw InputOutputError(
          description: "the data cannot be opened without its root secret: \(error); "
            + "'\(option) F' names the file that has it")
      case .noFile, .tooShort, .openToOthers: throw UnfitInput(description: "\(error)")
      }
    }
  }
}
