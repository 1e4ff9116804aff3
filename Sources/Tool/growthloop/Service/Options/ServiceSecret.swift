import GrowthloopTransport
import GrowthloopReports

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
