import GrowthloopLinkService
import Vocabulary

/// The state of a service's clock at one moment.
struct ClockReport: Encodable, CustomStringConvertible {
  let folder: String
  /// The time of the machine's clock.
  let machine: String
  /// The time of the service's clock; `nil` if none was stored.
  let service: String?
  let standing: String?
  /// The lead of the machine's clock over the service's.
  let leadMilliseconds: Int64?
  /// The last moment before the clocks diverged.
  let partedAt: String?
  /// A decision of an operator that the service has not applied yet.
  let waitingWord: String?

  private let words: String

  private enum CodingKeys: CodingKey {
    case folder, machine, service, standing, leadMilliseconds, partedAt, waitingWord
  }

  /// Reads the files of the folder, and derives the state that the service would.
  init(
    of folder: ClockFolder, by clocks: MachineClocks, at reading: ClockReading
  ) throws(ClockFolder.Problem) {
    self.folder = folder.path
    machine = reading.wall.iso8601
    var problem: ClockFolder.Problem?
    let word = try Self.readable(&problem, folder.word)
    let record = try Self.readable(&problem, folder.record)
    waitingWord = word?.count.moment.iso8601
    guard let record else {
      (service, standing, leadMilliseconds, partedAt) = (nil, nil, nil, nil)
      words = problem.map { "\($0)" } ?? "no service has stored its clock here"
      return
    }
    var clock = TrustedClock(resuming: record, boot: clocks.boot, newest: nil, at: reading)
    service = clock.read(reading).now.iso8601
    standing = clock.standing.word.rawValue
    leadMilliseconds = clock.standing.lead.milliseconds
    partedAt = clock.partedAt?.iso8601
    words = clock.standing.description
  }

  /// Returns the content of a file; a damaged one counts as empty, as in the service.
  private static func readable<Value>(
    _ problem: inout ClockFolder.Problem?, _ read: () throws(ClockFolder.Problem) -> Value?
  ) throws(ClockFolder.Problem) -> Value? {
    do throws(ClockFolder.Problem) {
      return try read()
    } catch .unreadable(let path) {
      problem = .unreadable(path: path)
      return nil
    }
  }

  /// Whether the service waits for an operator's decision.
  private var isInDoubt: Bool {
    standing.flatMap { TrustedClock.Standing.Word(rawValue: $0) }
      .map { [.ahead, .behind].contains($0) } ?? false
  }

  var description: String {
    var lines = ["the machine's clock  \(machine)"]
    lines.append("the service's clock  \(service ?? "–")")
    lines.append("standing             \(standing.map { "\($0): " } ?? "")\(words)")
    if let partedAt { lines.append("since                \(partedAt)") }
    if let waitingWord {
      lines.append("operator's decision  \(waitingWord); the service has not applied it yet")
    } else if isInDoubt {
      lines.append(
        "No due row is deleted until you decide: '\(StoreClockCommand.isRight)' or "
          + "'\(StoreClockCommand.moment) T'.")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
