/// What is asked about a queue in the long run.
enum QueueMeasure: Sendable {
  /// L, the mean number of customers who are there.
  case present
  /// Lq, the mean number of customers who wait.
  case waiting
  /// W, the mean time from coming to leaving.
  case stay
  /// Wq, the mean time from coming to being served.
  case wait
  /// The share of customers who wait longer than this; beyond 0, of those who wait at all.
  case waitBeyond(Double)
  /// The share of customers who stay longer than this.
  case stayBeyond(Double)
}
