/// The results of other kits in the HOLD model, measured elsewhere.
///
/// One core of a machine with two shared ones, Debian 12, medians of three runs or more. They are
/// not of this run, so they are comparable only in order of magnitude.
public struct PeerFigures: Encodable, Sendable {
  public let name: String
  /// Millions of events a second by the number of pending events; `nil` if not measured.
  public let millions: [Int: Double]

  init(_ name: String, _ thousand: Double, _ hundredThousand: Double, _ million: Double?) {
    self.name = name
    var millions = [1_000: thousand, 100_000: hundredThousand]
    millions[1_000_000] = million
    self.millions = millions
  }
}

extension PeerFigures {
  /// The kits that are not measured in the same run.
  public static let all = [
    PeerFigures("C++ splay tree", 6.1, 2.7, 0.54),
    PeerFigures("C++ std::set, as in ns-3's schedulers", 5.4, 1.4, 0.52),
    PeerFigures("adevs (C++)", 5.6, 2.0, 1.2),
    PeerFigures("simcpp20 (C++ coroutines)", 6.1, 1.3, 0.89),
    PeerFigures("Cimba (C), events", 7.1, 3.1, 1.4),
    PeerFigures("Python heapq loop", 0.73, 0.34, 0.23),
    PeerFigures("SimPy, callbacks", 0.60, 0.23, 0.16),
    PeerFigures("SimPy, processes", 0.46, 0.18, 0.11),
  ]
}
