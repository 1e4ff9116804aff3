import Foundation
import GrowthloopLoadGenerator
import GrowthloopTransport
import Invites

/// The maximal request rate over kept connections, by wrk.
struct WrkLoad {
  struct Outcome {
    let requests: Int
    let perSecond: Double
  }

  let script: String
  let connections: Int
  let seconds: Int
  var fields: [String] = []

  /// Loads a server from one core.
  func run(against address: SocketAddress, onCore core: Int) throws -> Outcome {
    try outcome(of: SystemTool.taskset.run(command(against: address, onCore: core)).output)
  }

  /// Returns the arguments of `taskset`.
  func command(against address: SocketAddress, onCore core: Int) throws -> [String] {
    let options = [
      "-t1", "-c\(connections)", "-d\(seconds)s", "-s", script, "-H", "Host: localhost",
    ]
    return try ["-c", "\(core)"]
      + SystemTool.wrk.command(
        options + fields.flatMap { ["-H", $0] } + ["http://\(address)/"])
  }

  /// Parses wrk's output; an error or an invalid response makes the run worthless.
  func outcome(of text: String) throws -> Outcome {
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    for line in lines where line.hasPrefix("Non-2xx") || line.hasPrefix("Socket errors") {
      throw SystemTool.Trouble(description: "wrk reported unexpected responses: \(line)")
    }
    guard
      let requests = lines.first(where: { $0.contains(" requests in ") })?
        .split(separator: " ").first.flatMap({ Int($0) }),
      let rate = lines.first(where: { $0.hasPrefix("Requests/sec:") })?
        .split(separator: " ").last.flatMap({ Double($0) })
    else { throw SystemTool.Trouble(description: "wrk printed: \(text.prefix(300))") }
    return Outcome(requests: requests, perSecond: rate)
  }
}

/// The scripts of wrk, in Lua.
enum WrkScript {
  /// Returns taps on links whose codes a file lists, in order; the requests are built beforehand.
  static func taps(codesIn file: String) -> String {
    """
    local requests, i = {}, 0
    function init()
      for code in io.lines("\(file)") do
        requests[#requests + 1] = wrk.format("GET", "/invite/" .. code)
      end
    end
    function request()
      i = i % #requests + 1
      return requests[i]
    end
    """
  }

  /// Returns requests as landing pages' scripts send them, from one address after another.
  static func observations(codesIn file: String, firstAddress: Int) -> String {
    """
    local codes, i = {}, \(firstAddress)
    local body = '\(PhoneWords.observed)'
    function init()
      for code in io.lines("\(file)") do codes[#codes + 1] = code end
    end
    function request()
      i = i + 1
      wrk.headers["X-Forwarded-For"] = string.format(
        "11.%d.%d.%d", math.floor(i / 65536) % 256, math.floor(i / 256) % 256, i % 256)
      return wrk.format("POST", "/invite/" .. codes[i % #codes + 1], nil, body)
    end
    """
  }
}

/// The data that a phone's browser and app send.
enum PhoneWords {
  static let agent =
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 "
    + "(KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1"
  static let accepted = "it-IT,it;q=0.9"
  static let browser = ["User-Agent: \(agent)", "Accept-Language: \(accepted)"]
  static let previewFetcher = ["User-Agent: facebookexternalhit/1.1"]

  /// The data that the script of a landing page sends.
  static let observed =
    #"{"model":"390x844@3","screen":"390x844@3","timeZone":"Europe/Rome","locale":"it-IT"}"#

  /// The data that the app sends at its launch.
  static let device =
    #"{"platform":"iOS","osVersion":"18.5","model":"390x844@3","screen":"390x844@3","#
    + #""timeZone":"Europe/Rome","language":"it","locale":"it-IT"}"#
}

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

/// Requests of one kind at an even rate, sent and measured by a plan.
///
/// An earlier slow response does not delay a request, so a stalling service cannot hide its queue.
struct SteadyLoad {
  let kind: RequestKind
  let perSecond: Double
  let seconds: Double
  var connections = 64
  var codes: [String] = []
  /// The values of `{person}`.
  var people: [String] = []
  /// The first value of `{number}`.
  var firstNumber: UInt64 = 1 << 32

  /// Sends the requests from this thread, and calls `onSecond` every second.
  func run(
    against service: BenchedService, onSecond: () -> Void = {}
  ) throws -> ServiceFigures.Latency {
    let target = LoadTarget(
      host: "\(service.address.address)", port: service.address.port, bearerToken: service.token)
    let links =
      codes.isEmpty
      ? .none : LinkPopulation([.init(.known, weight: 1, codes: codes)], exponent: 0)
    var plan = LoadPlan(
      target, .open(.constant(perSecond, for: .seconds(seconds), spacing: .even)),
      TrafficMix([.init(kind)], links: links, people: people, firstNumber: firstNumber))
    plan.limits.connections = connections
    do throws(LoadRefusal) {
      let record = try LoadRun(plan).run { _ in onSecond() }
      return ServiceFigures.Latency(kind.name, perSecond, record)
    } catch {
      throw SystemTool.Trouble(description: "\(error)")
    }
  }
}
