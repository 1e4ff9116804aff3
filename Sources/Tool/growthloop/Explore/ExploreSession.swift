import GrowthloopFindings
import GrowthloopModel
import GrowthloopPlans
import GrowthloopStudies
import GrowthloopTransport
import SimulationKernel
import Synchronization

/// The simulations of one open page, of which at most one question's run at a time.
final class ExploreSession: Sendable {
  private struct State {
    var number = 0
    var task: Task<Void, Never>?
    var stream: WebStream?
    var newest: [UInt8]?
  }

  private let state = Mutex(State())

  /// Sends every frame to this stream from now on, at once the newest.
  func connect(_ stream: WebStream) {
    state.withLock { state in
      state.stream?.close()
      state.stream = stream
      if let newest = state.newest { stream.send(newest) }
    }
  }

  /// Whether the page has left, so that no one reads an answer.
  var isLeft: Bool { state.withLock { $0.stream?.isClosed ?? false } }

  /// Begins to answer, after the work for the question before has stopped; returns the number of
  /// the answer.
  func ask(_ question: ExploreQuestion, on workers: Workers) -> Int {
    state.withLock { state in
      state.number += 1
      state.newest = nil
      let (number, before) = (state.number, state.task)
      before?.cancel()
      state.task = Task.detached { [self] in
        await before?.value
        await ExploreRun(question, number: number, on: workers).run { frame in
          send(frame, of: number)
        }
      }
      return number
    }
  }

  private func send(_ frame: ExploreFrame, of number: Int) {
    guard let json = try? frame.jsonLine() else { return }
    let bytes = Array("data: \(json)\n".utf8)
    state.withLock { state in
      guard state.number == number else { return }
      state.newest = bytes
      state.stream?.send(bytes)
    }
  }

  /// Stops the work, and ends the stream.
  func end() {
    state.withLock { state in
      state.number += 1
      state.task?.cancel()
      state.stream?.close()
    }
  }
}

/// The run of one question: a sketch with fewer people first, then replication by replication.
struct ExploreRun {
  private let question: ExploreQuestion
  private let number: Int
  private let workers: Workers

  init(_ question: ExploreQuestion, number: Int = 1, on workers: Workers) {
    self.question = question
    self.number = number
    self.workers = workers
  }

  /// The time between two frames: fewer are easier to read.
  private static let pause = Duration.milliseconds(120)

  /// Calls `send` with ever surer frames; ends early if the task is cancelled.
  func run(_ send: (ExploreFrame) -> Void) async {
    do {
      if let sketch = question.sketch {
        try await run(sketch.question, factor: sketch.factor, stage: .sketch, send)
      }
      guard !Task.isCancelled else { return }
      try await run(question, factor: 1, stage: .running, send)
    } catch {
      send(ExploreFrame(failure: "\(error)", of: number))
    }
  }

  private func run(
    _ question: ExploreQuestion, factor: Double, stage: ExploreFrame.Stage,
    _ send: (ExploreFrame) -> Void
  ) async throws {
    var progress = ExploreProgress(question, factor: factor)
    let isSketch = stage == .sketch
    let clock = ContinuousClock()
    var shown = clock.now - Self.pause
    let outcome = try await question.comparison.run(on: workers) { outcome, row in
      progress.record(row)
      let count = outcome.replications
      // A single replication says nothing of chance, and the last frame follows below.
      guard !isSketch, count > 1, count < question.replications, clock.now - shown >= Self.pause
      else { return }
      send(ExploreFrame(number, progress, outcome, stage))
      shown = clock.now
    }
    guard !outcome.isPartial else { return }
    send(ExploreFrame(number, progress, outcome, isSketch ? .sketch : .settled))
  }
}

/// What the replications so far have left beside the comparison.
struct ExploreProgress {
  let question: ExploreQuestion
  /// The people that one person of a sketch stands for.
  let factor: Double
  private(set) var base: StudyOutcome
  /// The days of the base, and of each what-if.
  private(set) var days: [DaySeries]

  init(_ question: ExploreQuestion, factor: Double) {
    self.question = question
    self.factor = factor
    let plan = question.base.setup.plan
    base = StudyOutcome(
      of: Study(plan, seed: question.seed, replications: question.replications))
    days = ([question.base] + question.whatIfs).map { DaySeries(days: $0.setup.plan.days) }
  }

  mutating func record(_ row: [ReplicateOutcome]) {
    base.record(row[0])
    for (place, replicate) in row.enumerated() { days[place].record(replicate.days) }
  }
}

extension ExploreQuestion {
  private static let peopleOfSketch = 8_000
  private static let replicationsOfSketch = 3

  /// The same question in a small market, and how many people one of its people stands for; `nil`
  /// where the market is small already, or cannot be made smaller.
  var sketch: (question: ExploreQuestion, factor: Double)? {
    let people = base.setup.plan.behaviour.market.people
    let factor = Double(people / Self.peopleOfSketch)
    let all = [base] + whatIfs
    guard factor >= 2, replications > Self.replicationsOfSketch,
      all.allSatisfy({ $0.setup.plan.behaviour.market.acquaintances == nil })
    else { return nil }
    let small = all.map { choice in
      choice.simulating(
        choice.setup.plan.smaller(by: factor), replications: Self.replicationsOfSketch)
    }
    return (
      ExploreQuestion(
        base: small[0], whatIfs: Array(small.dropFirst()), state: state, outcome: outcome,
        seed: seed), factor
    )
  }
}
