import Foundation
import Invites

/// What is asked of the service.
struct ServiceLoads {
  /// Fetches of previews, which leave nothing behind.
  let landing: WrkLoad
  /// Taps of people.
  let tap: WrkLoad
  private let folder: String
  private let codeFile: String

  init(folder: String, codesIn codeFile: String, seconds: Int) throws {
    self.folder = folder
    self.codeFile = codeFile
    let taps = "\(folder)/taps.lua"
    try WrkScript.taps(codesIn: codeFile).write(toFile: taps, atomically: true, encoding: .utf8)
    landing = WrkLoad(
      script: taps, connections: 64, seconds: seconds, fields: PhoneWords.previewFetcher)
    tap = WrkLoad(script: taps, connections: 256, seconds: seconds, fields: PhoneWords.browser)
  }

  /// What the scripts of pages tell, from the addresses after so many others.
  func observations(after made: Int) throws -> WrkLoad {
    let script = "\(folder)/observations.lua"
    try WrkScript.observations(codesIn: codeFile, firstAddress: made)
      .write(toFile: script, atomically: true, encoding: .utf8)
    return WrkLoad(script: script, connections: 256, seconds: 5, fields: PhoneWords.browser)
  }

  /// A tap of a person, as bytes.
  func tapRequest(_ code: InviteCode) -> [UInt8] {
    let fields = PhoneWords.browser.map { "\($0)\r\n" }.joined()
    return Array("GET /invite/\(code) HTTP/1.1\r\nHost: localhost\r\n\(fields)\r\n".utf8)
  }
}
