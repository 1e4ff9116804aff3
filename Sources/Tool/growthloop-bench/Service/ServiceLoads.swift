import Foundation
import Invites
import GrowthloopLoadGenerator

/// The loads on the service.
struct ServiceLoads {
  /// Preview fetches, which store no click.
  let landing: WrkLoad
  /// Taps of people.
  let tap: WrkLoad
  private let folder: String
  private let codes: [String]
  private let codeFile: String

  init(folder: String, codes: [String], seconds: Int) throws {
    self.folder = folder
    self.codes = codes
    codeFile = "\(folder)/codes"
    try codes.map { "\($0)\n" }.joined().write(toFile: codeFile, atomically: true, encoding: .utf8)
    let taps = "\(folder)/taps.lua"
    try WrkScript.taps(codesIn: codeFile).write(toFile: taps, atomically: true, encoding: .utf8)
    landing = WrkLoad(
      script: taps, connections: 64, seconds: seconds, fields: PhoneWords.previewFetcher)
    tap = WrkLoad(script: taps, connections: 256, seconds: seconds, fields: PhoneWords.browser)
  }

  /// Returns requests as landing pages' scripts send them, from addresses that begin after `made`.
  func observations(after made: Int) throws -> WrkLoad {
    let script = "\(folder)/observations.lua"
    try WrkScript.observations(codesIn: codeFile, firstAddress: made)
      .write(toFile: script, atomically: true, encoding: .utf8)
    return WrkLoad(script: script, connections: 256, seconds: 5, fields: PhoneWords.browser)
  }
}

extension ServiceLoads {
  /// The id of a user without records.
  private static let newcomer = "00000000-0000-8000-8000-{number}"

  /// Returns taps of people at a fixed rate.
  func taps(_ perSecond: Double, for seconds: Double) -> SteadyLoad {
    SteadyLoad(
      kind: RequestKind(
        "tap, its click on the disk", path: "/invite/{code}",
        fields: [
          .init("User-Agent", PhoneWords.agent), .init("Accept-Language", PhoneWords.accepted),
        ]),
      perSecond: perSecond, seconds: seconds, connections: 256, codes: codes)
  }

  /// Returns requests for a code by users without one.
  func creations(_ perSecond: Double, for seconds: Double) -> SteadyLoad {
    SteadyLoad(
      kind: RequestKind(
        "creation", method: "POST", path: "/invites",
        fields: [.init("Idempotency-Key", "{number}")], body: #"{"user":"\#(Self.newcomer)"}"#,
        isAuthorized: true),
      perSecond: perSecond, seconds: seconds)
  }

  /// Returns launches on phones whose clicks came from the first `clicks` addresses.
  func launches(
    _ perSecond: Double, for seconds: Double, amongFirst clicks: Int
  ) -> SteadyLoad {
    let addresses = stride(from: 0, to: clicks, by: max(1, clicks / 200_000)).map {
      "11.\($0 >> 16 & 255).\($0 >> 8 & 255).\($0 & 255)"
    }
    // The generator replaces names of one length in place.
    let length = addresses.map(\.utf8.count).max() ?? 0
    return SteadyLoad(
      kind: RequestKind(
        "first launch, among the clicks", method: "POST", path: "/invites/deferred",
        fields: [.init("X-Forwarded-For", "{person}")],
        body: #"{"user":"\#(Self.newcomer)","device":\#(PhoneWords.device)}"#, isAuthorized: true),
      perSecond: perSecond, seconds: seconds,
      people: addresses.filter { $0.utf8.count == length },
      firstNumber: 1 << 40)
  }
}
