import Foundation
import GrowthloopLoadGenerator
import GrowthloopTransport
import TestSockets
import TestSupport
import Testing

@Suite(
  "serve · TLS of its own, and files that are read anew", .timeLimit(.minutes(60)),
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")))
struct EncryptedServiceTests {
  private let folder = NSTemporaryDirectory() + "growthloop-tls-\(UUID())"

  /// Makes a certificate and its key under a name.
  private func make(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    _ = try shell(
      "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=\(name) "
        + "-keyout \(name).key -out \(name).pem")
  }

  /// Runs a line in the folder, and returns what it wrote.
  private func shell(_ line: String) throws -> String {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "cd '\(folder)' && \(line)"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run(minutesAtMost: 1)
    let said = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: said, as: UTF8.self)
  }

  private func certificate(at address: SocketAddress) throws -> String {
    try shell("openssl s_client -connect \(address) 2>/dev/null | openssl x509 -noout -subject")
      .split(separator: "=").last.map { $0.filter { !$0.isWhitespace } } ?? ""
  }

  private func serve(_ options: String...) throws -> ServiceProcess {
    try ServiceProcess(
      in: folder + "/data",
      ["--rate-per-address", "none", "--tls-certificate", "\(folder)/now.pem"]
        + ["--tls-key", "\(folder)/now.key"] + options)
  }

  private func use(_ name: String) throws {
    _ = try shell("cp \(name).pem now.pem && cp \(name).key now.key")
  }

  @Test func `a certificate is renewed under load, and nobody is refused`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for name in ["first", "second"] { try make(name) }
    try use("first")
    let process = try serve()
    let address = process.address
    #expect(try certificate(at: address) == "first")
    var target = LoadTarget(.https, host: "127.0.0.1", port: address.port)
    target.tls.verifies = false
    var plan = LoadPlan(
      target, .open(.constant(200, for: .seconds(4), spacing: .even)),
      TrafficMix([.init(.get("/readyz", connection: .new)), .init(.get("/healthz"), weight: 3)]))
    plan.limits.connections = 64
    plan.limits.timeout = .seconds(60)
    plan.limits.overtime = .seconds(60)
    let sent = plan
    let record = Promise<LoadRecord>()
    Thread.detachNewThread { record.keep(Result { try LoadRun(sent).run() }) }
    for name in ["second", "first", "second"] {
      ThisThread.sleep(until: .now() + .milliseconds(700))
      try use(name)
      process.signal(SIGHUP)
    }
    // A key that belongs to another certificate changes nothing.
    ThisThread.sleep(until: .now() + .milliseconds(700))
    _ = try shell("cp first.key now.key")
    process.signal(SIGHUP)
    let counts = try record.value().counts
    #expect(counts.errors == 0 && counts.answered == 800, "\(counts)")
    #expect(try certificate(at: address) == "second")
    let (code, said) = process.stop()
    #expect(code == 0 && said.contains(" 0 cut off"), "\(said)")
    #expect(
      said.contains(
        "the certificate stays what it was: '\(folder)/now.key' is not the key of the certificate in "
          + "'\(folder)/now.pem'"), "\(said)")
  }

  @Test func `a refusal is encrypted as well, and what is no TLS ends`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try make("first")
    try use("first")
    let process = try serve()
    let url = "https://\(process.address)"
    let long = String(repeating: "a", count: 3_000)
    let answer = try shell("curl -sk -w '%{http_code}' \(url)/\(long)")
    #expect(answer.hasSuffix("414") && answer.contains(#""status":414"#), "\(answer)")
    #expect(try shell("curl -sk \(url)/healthz").contains(#""status":"ok""#))
    #expect(try shell("curl -sk --tls-max 1.1 \(url)/healthz || echo refused") == "refused\n")
    var plain = try RawClient(process.address)
    try plain.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(!String(decoding: plain.receiveToEnd(), as: UTF8.self).contains("HTTP"))
    #expect(process.stop().code == 0)
  }

  @Test func `a certificate that cannot be used is named at the start`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for name in ["first", "second"] { try make(name) }
    func refusal(_ change: String) throws -> String {
      try use("first")
      _ = try shell(change)
      do {
        _ = try serve()
        return "it started"
      } catch let error as ServiceProcess.NotListening {
        #expect(error.code == 65)
        return error.said
      }
    }
    let names = (pem: "'\(folder)/now.pem'", key: "'\(folder)/now.key'")
    #expect(
      try refusal("cp second.key now.key").contains(
        "\(names.key) is not the key of the certificate in \(names.pem)"))
    #expect(try refusal("rm now.pem").contains("there is no file \(names.pem)"))
    #expect(try refusal("echo hello > now.pem").contains("\(names.pem) is no certificate"))
    #expect(try refusal("echo hello > now.key").contains("\(names.key) is no certificate or key"))
  }

  @Test func `the log of requests has no code, address or browser, and is opened anew`() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let file = "\(folder)/requests.jsonl"
    let process = try ServiceProcess(in: folder + "/data", ["--request-log", file])
    let link = try Service.create(on: process.address)
    func tap() throws -> String {
      var client = try RawClient(process.address)
      try client.send(Service.request(.get, "/invite/\(link)", ["User-Agent": Service.iPhone], ""))
      return try #require(try client.receive().field("x-request-id"))
    }
    let first = try tap()
    try FileManager.default.moveItem(atPath: file, toPath: file + ".1")
    process.signal(SIGHUP)
    // The signal is heeded before a later request.
    while !FileManager.default.fileExists(atPath: file) { _ = try tap() }
    let last = try tap()
    #expect(process.stop().code == 0)
    let old = try String(contentsOfFile: file + ".1", encoding: .utf8)
    let new = try String(contentsOfFile: file, encoding: .utf8)
    #expect(
      old.contains(#""id":"\#(first)","method":"GET","route":"/invite/{code}","status":200,"#))
    #expect(old.contains(#""method":"POST","route":"/invites","status":201,"#))
    #expect(new.contains(last) && !new.contains(first))
    for text in [old, new] {
      #expect(!text.contains(link) && !text.contains("127.0.0.1") && !text.contains("iPhone"))
    }
  }
}
