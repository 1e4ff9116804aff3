import GrowthloopLinkStore
import GrowthloopReports
import GrowthloopTransport

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

/// The secret of the service, from a file or from the environment.
enum ServiceSecret {
  static let variable = "GROWTHLOOP_SECRET"

  static let option = CommandOption(
    "--secret-file", "F",
    "the secret behind tokens and hashes, at least \(Secret.shortest) bytes in a file that only its owner may "
      + "read, made if it does not exist; or in the environment, as \(variable); else the file 'secret' of "
      + "the data folder", completion: .file)

  /// Reads the secret; it is never printed.
  static func read(
    _ arguments: Arguments, folder: DataFolder, on console: any Console
  ) throws -> Secret {
    let named = try arguments.one(option)
    do throws(SecretProblem) {
      if let named { return try SecretFile(named).readOrGenerate() }
      if let secret = try Secret.fromEnvironment(variable) { return secret }
      return try SecretFile("\(folder.path)/secret").readOrGenerate()
    } catch {
      switch error {
      case .inaccessible: throw InputOutputError(description: "\(error)")
      case .noFile, .tooShort, .openToOthers: throw UnfitInput(description: "\(error)")
      }
    }
  }
}
