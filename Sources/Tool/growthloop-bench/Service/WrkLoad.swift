import Foundation
import GrowthloopTransport

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
