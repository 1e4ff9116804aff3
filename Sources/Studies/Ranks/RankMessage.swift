/// What ranks say to each other about the replications of a batch.
enum RankMessage: Equatable {
  /// A rank is ready to compute for the run with that digest, with so many workers.
  case ready(run: String, host: String, workers: Int)
  /// Rank 0 asks for the outcome of that number.
  case wanted(Int)
  /// The outcome of a number, after `nanoseconds` of work.
  case outcome(Int, nanoseconds: UInt64, RankProgress, [UInt8])
  /// The number has no outcome; rank 0 finds out why.
  case failure(Int)
  /// A sign of life.
  case alive(RankProgress)
  /// A rank ends, with the reason, which is empty after an interrupt.
  case leaving(String)
  /// Rank 0 needs no more outcomes.
  case dismissed

  var bytes: [UInt8] {
    var writer = MessageWriter()
    switch self {
    case .ready(let run, let host, let workers):
      writer.write(0 as UInt8)
      writer.write(run)
      writer.write(host)
      writer.write(workers)
    case .wanted(let number):
      writer.write(1 as UInt8)
      writer.write(number)
    case .outcome(let number, let nanoseconds, let progress, let bytes):
      writer.write(2 as UInt8)
      writer.write(number)
      writer.write(nanoseconds)
      progress.write(to: &writer)
      writer.write(bytes)
    case .failure(let number):
      writer.write(3 as UInt8)
      writer.write(number)
    case .alive(let progress):
      writer.write(4 as UInt8)
      progress.write(to: &writer)
    case .leaving(let reason):
      writer.write(5 as UInt8)
      writer.write(reason)
    case .dismissed: writer.write(6 as UInt8)
    }
    return writer.bytes
  }

  init(_ bytes: [UInt8]) throws(MessageReader.Torn) {
    var reader = MessageReader(bytes)
    switch try reader.byte() {
    case 0:
      self = .ready(
        run: try reader.text(), host: try reader.text(), workers: try reader.integer())
    case 1: self = .wanted(try reader.integer())
    case 2:
      self = .outcome(
        try reader.integer(), nanoseconds: try reader.number(), try RankProgress(from: &reader),
        try reader.bytes())
    case 3: self = .failure(try reader.integer())
    case 4: self = .alive(try RankProgress(from: &reader))
    case 5: self = .leaving(try reader.text())
    case 6: self = .dismissed
    default: throw MessageReader.Torn()
    }
    try reader.end()
  }
}

/// What a rank has computed since its start.
struct RankProgress: Equatable {
  var replications = 0.0
  var events: UInt64 = 0

  func write(to writer: inout MessageWriter) {
    writer.write(replications)
    writer.write(events)
  }
}

extension RankProgress {
  init(from reader: inout MessageReader) throws(MessageReader.Torn) {
    replications = try reader.double()
    events = try reader.number()
  }

  init(_ meter: ProgressMeter) {
    let reading = meter.current
    (replications, events) = (reading.replications, reading.events)
  }
}
