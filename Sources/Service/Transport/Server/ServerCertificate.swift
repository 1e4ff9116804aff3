/// The certificate of a server with its chain, and its key, as read from files in PEM.
public struct ServerCertificate: Sendable {
  /// The reason for which a certificate or its key cannot be used.
  public struct Problem: Error, Hashable, CustomStringConvertible {
    public let description: String
  }

  /// The texts of both files.
  let certificate: [UInt8]
  let key: [UInt8]
  private let certificatePath: String
  private let keyPath: String

  /// Reads both files, and holds the key against the certificate.
  public init(certificate: String, key: String) throws(Problem) {
    certificatePath = certificate
    keyPath = key
    self.certificate = try Self.read(certificate)
    self.key = try Self.read(key)
    var settings = TLSSettings()
    settings.certificate = certificate
    settings.key = key
    do throws(TLSClient.UnfitFile) {
      _ = try TLSClient(host: "", settings)
    } catch {
      let isMismatch = error.name == key && error.reason.contains("mismatch")
      throw Problem(
        description: isMismatch
          ? "'\(key)' is not the key of the certificate in '\(certificate)'" : "\(error)")
    }
  }

  /// Reads the same files again.
  func readAgain() throws(Problem) -> ServerCertificate {
    try ServerCertificate(certificate: certificatePath, key: keyPath)
  }

  private static func read(_ path: String) throws(Problem) -> [UInt8] {
    let text: [UInt8]?
    do throws(SystemCallError) {
      text = try SmallFile(path).read()
    } catch {
      throw Problem(description: "\(error)")
    }
    guard let text else { throw Problem(description: "there is no file '\(path)'") }
    guard text.count < SmallFile.mostBytes, !text.contains(0) else {
      throw Problem(description: "'\(path)' is larger than 16 KiB, or no text in PEM")
    }
    return text
  }
}
