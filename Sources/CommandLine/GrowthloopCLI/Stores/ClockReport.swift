import LinkService
import Vocabulary

/// What is known of the clock of a service, at one moment.
struct ClockReport: Encodable, CustomStringConvertible {
  let folder: String
  /// The machine's clock.
  let machine: String
  /// The service's clock; `nil` if none was kept.
  let service: String?
  let standing: String?
  /// By how much the machine's clock leads the service's.
  let leadMilliseconds: Int64?
  /// The last moment before the two parted.
  let partedAt: String?
  /// What an operator said and the service has not taken yet.
  let waitingWord: String?

  private let words: String

  private enum CodingKeys: CodingKey {
    case folder, machine, service, standing, leadMilliseconds, partedAt, waitingWord
  }

  /// Reads the files of the folder, and works out what the service makes of them.
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
      words = problem.map { "\($0)" } ?? "no service has kept its clock here yet"
      return
    }
    var clock = TrustedClock(resuming: record, boot: clocks.boot, newest: nil, at: reading)
    service = clock.read(reading).now.iso8601
    standing = clock.standing.word.rawValue
    leadMilliseconds = clock.standing.lead.milliseconds
    partedAt = clock.partedAt?.iso8601
    words = clock.standing.description
  }

  /// What a file holds; a damaged one holds nothing, as for the service.
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

  /// Whether the service waits for a word.
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
      lines.append("an operator said     \(waitingWord); the service has not taken it yet")
    } else if isInDoubt {
      lines.append(
        "Nothing that is due is deleted. Say what is true: '\(StoreClockCommand.isRight)' or "
          + "'\(StoreClockCommand.moment) T'.")
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
