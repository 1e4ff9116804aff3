/// The answer times of a scripted server, a function of the arrival times alone.
public struct AnswerScript: Sendable, Hashable {
  /// The behaviour of the server.
  public enum Behaviour: Sendable, Hashable {
    /// Answers at once.
    case atOnce
    /// Answers every request after the same time.
    case delay(Duration)
    /// Answers one request in so many late, and the others after `delay`.
    case oneInMany(Int, late: Duration, delay: Duration)
    /// Stands still for `lasting` at the end of every `period`, and answers after `delay` otherwise.
    case stalls(every: Duration, lasting: Duration, delay: Duration)
    /// Works on one request after the other, on each for the same time.
    case oneAtATime(Duration)
  }

  public let behaviour: Behaviour
  private var count = 0
  private var freeAt: Int64 = 0

  public init(_ behaviour: Behaviour) {
    self.behaviour = behaviour
  }

  /// Returns when a request is answered that comes at `time`, in nanoseconds since the script began;
  /// requests are asked for in the order in which they come.
  public mutating func answerTime(at time: Int64) -> Int64 {
    count += 1
    switch behaviour {
    case .atOnce: return time
    case .delay(let delay): return time + delay.wholeNanoseconds
    case .oneInMany(let many, let late, let delay):
      return time + (count % many == 0 ? late : delay).wholeNanoseconds
    case .stalls(let every, let lasting, let delay):
      let (period, still) = (every.wholeNanoseconds, lasting.wholeNanoseconds)
      let answer = time + delay.wholeNanoseconds
      let phase = answer % period
      return phase >= period - still ? answer - phase + period : answer
    case .oneAtATime(let work):
      freeAt = max(freeAt, time) + work.wholeNanoseconds
      return freeAt
    }
  }
}

extension Duration {
  fileprivate var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}
