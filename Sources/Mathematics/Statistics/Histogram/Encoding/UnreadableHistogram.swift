/// The reason why bytes are not a readable histogram.
public enum UnreadableHistogram: Error, Hashable, CustomStringConvertible {
  /// The bytes end in the middle.
  case cutOff
  /// A stated length differs from the actual one.
  case length(stated: Int, found: Int)
  /// The first word belongs to no encoding.
  case notAHistogram(UInt32)
  /// Encoding version 0 or 1, which HdrHistogram wrote before 2015.
  case oldVersion(Int)
  /// A histogram of floating-point values.
  case floatingPoint
  /// The zlib stream is broken.
  case corruptStream
  /// The zlib stream contains more than any histogram within the limit.
  case oversizedStream
  /// The header states an impossible layout.
  case layout(LayoutError)
  /// The header's layout has more counters than the reader's limit.
  case tooManyCounters(Int, limit: Int)
  /// Counters that were moved by whole powers of two, as only floating-point histograms do.
  case shifted(by: Int32)
  /// Values that represent multiples of a factor other than one.
  case scaled(by: Double)
  /// More counts than the header's layout has counters.
  case beyondLastCounter(Int)
  /// All counts together are 2^63 or more.
  case tooManyValues

  public var description: String {
    switch self {
    case .cutOff: "the histogram is cut off"
    case .length(let stated, let found): "\(stated) bytes should follow, and \(found) do"
    case .notAHistogram(let word):
      "no histogram begins with 0x" + String(word, radix: 16)
    case .oldVersion(let version):
      "encoding version \(version) cannot be read; HdrHistogram has written version 2 since 2015"
    case .floatingPoint: "histograms of floating-point values cannot be read"
    case .corruptStream: "the compressed histogram is damaged"
    case .oversizedStream: "more comes out of the compressed histogram than it can need"
    case .layout(let error): "\(error)"
    case .tooManyCounters(let count, let limit):
      "the histogram asks for \(count) counters; the limit is \(limit)"
    case .shifted(let places): "counters shifted by \(places) cannot be read"
    case .scaled(let factor): "values scaled by \(factor) cannot be read"
    case .beyondLastCounter(let count): "there is more than the \(count) counters of its layout"
    case .tooManyValues: "the counts together exceed \(Int.max)"
    }
  }

  init(refusing cookie: UInt32) {
    switch cookie & ~EncodingCookie.widthBits {
    case 0x1c84_9301, 0x1c84_9302: self = .oldVersion(1)
    case 0x1c84_9308, 0x1c84_9309: self = .oldVersion(0)
    case _ where cookie == 0x0c72_124e || cookie == 0x0c72_124f: self = .floatingPoint
    default: self = .notAHistogram(cookie)
    }
  }

  static func compression(_ failure: Zlib.Failure) -> UnreadableHistogram {
    switch failure {
    case .corrupt: .corruptStream
    case .unfinished: .cutOff
    case .tooLarge: .oversizedStream
    }
  }
}
