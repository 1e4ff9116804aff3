import GrowthloopFindings
import GrowthloopModel
import GrowthloopPlans
import GrowthloopReports
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
    /// The settled answer to the newest question.
    var settled: ExploreSettled?
    var studies = 0
    var study: Task<Void, Never>?
    var newestOfStudy: [UInt8]?
  }

  /// The topics of the stream.
  private enum Topic: Int { case answer, study }

  private let state = Mutex(State())
  private let begun = ContinuousClock.now
  /// How long a page may take to read its answers.
  private let patience: Duration

  init(patience: Duration = .seconds(10)) { self.patience = patience }

  /// Sends every frame to this stream from now on, at once the newest.
  func connect(_ stream: WebStream) {
    state.withLock { state in
      state.stream?.close()
      state.stream = stream
      if let newest = state.newest { stream.send(newest, on: Topic.answer.rawValue) }
      if let newest = state.newestOfStudy { stream.send(newest, on: Topic.study.rawValue) }
    }
  }

  /// Whether the page has left, or never began to read, so that no one reads an answer.
  var isLeft: Bool {
    state.withLock { $0.stream?.isClosed ?? (ContinuousClock.now - begun >= patience) }
  }

  /// Whether a page reads the answers.
  var isShown: Bool { state.withLock { $0.stream.map { !$0.isClosed } ?? false } }

  /// Begins to answer, after the work for the question before has stopped; returns the number of
  /// the answer.
  func ask(_ question: ExploreQuestion, on workers: Workers) -> Int {
    state.withLock { state in
      state.number += 1
      state.studies += 1
      (state.newest, state.newestOfStudy, state.settled) = (nil, nil, nil)
      let (number, before) = (state.number, [state.task, state.study])
      let clock = ContinuousClock()
      let asked = clock.now
      for task in before { task?.cancel() }
      state.task = Task.detached { [self] in
        for task in before { await task?.value }
        guard !Task.isCancelled else { return }
        let left = (clock.now - asked) / .milliseconds(1)
        await ExploreRun(question, number: number, on: workers).run { frame in
          var frame = frame
          frame.left = left
          send(frame, of: number)
        } keeping: { settled in
          self.state.withLock { if $0.number == number { $0.settled = settled } }
        }
      }
      return number
    }
  }

  /// Begins a study once the answer is settled, in place of the study before; returns its number.
  func begin(_ study: ExploreStudy, on workers: Workers) -> Int {
    state.withLock { state in
      state.studies += 1
      state.newestOfStudy = nil
      state.study?.cancel()
      // What it finds takes the place of what is asked.
      if study.kind.moves { state.task?.cancel() }
      let (number, before) = (state.studies, [state.task, state.study])
      state.study = Task.detached { [self] in
        for task in before { await task?.value }
        guard !Task.isCancelled else { return }
        await study.run(number, on: workers, after: settled) { [self] in send($0) }
      }
      return number
    }
  }

  private func send(_ frame: ExploreStudy.Frame) {
    guard let json = try? frame.jsonLine() else { return }
    let bytes = Array("event: study\ndata: \(json)\n".utf8)
    state.withLock { state in
      guard state.studies == frame.number else { return }
      state.newestOfStudy = bytes
      state.stream?.send(bytes, on: Topic.study.rawValue)
    }
  }

  /// The settled answer to the newest question; `nil` before it is there.
  var settled: ExploreSettled? { state.withLock { $0.settled } }

  private func send(_ frame: ExploreFrame, of number: Int) {
    guard let json = try? frame.jsonLine() else { return }
    let bytes = Array("data: \(json)\n".utf8)
    state.withLock { state in
      guard state.number == number else { return }
      state.newest = bytes
      state.stream?.send(bytes, on: Topic.answer.rawValue)
    }
  }

  /// Stops the work, and ends the stream.
  func end() {
    state.withLock { state in
      state.number += 1
      state.studies += 1
      state.task?.cancel()
      state.study?.cancel()
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

  /// Calls `send` with ever surer frames, and `keep` with what the last rests on; ends early if the
  /// task is cancelled.
  func run(
    _ send: (ExploreFrame) -> Void, keeping keep: (ExploreSettled) -> Void = { _ in }
  ) async {
    do {
      if let sketch = question.sketch {
        _ = try await run(sketch.question, factor: sketch.factor, stage: .sketch, send)
      }
      guard !Task.isCancelled else { return }
      try await run(question, factor: 1, stage: .running, send).map(keep)
    } catch {
      send(ExploreFrame(failure: "\(error)", of: number))
    }
  }

  private func run(
    _ question: ExploreQuestion, factor: Double, stage: ExploreFrame.Stage,
    _ send: (ExploreFrame) -> Void
  ) async throws -> ExploreSettled? {
    let comparison = try question.comparison()
    var progress = ExploreProgress(question, factor: factor, draws: comparison.base.draws)
    let isSketch = stage == .sketch
    let clock = ContinuousClock()
    var shown = clock.now - Self.pause
    let outcome = try await comparison.run(on: workers) { outcome, row in
      progress.record(row)
      let count = outcome.replications
      // A single replication says nothing of chance, and the last frame follows below.
      guard !isSketch, count > 1, count < question.replications, clock.now - shown >= Self.pause,
        !Task.isCancelled
      else { return }
      send(ExploreFrame(number, progress, outcome, stage))
      shown = clock.now
    }
    guard !outcome.isPartial, !Task.isCancelled else { return nil }
    send(ExploreFrame(number, progress, outcome, isSketch ? .sketch : .settled))
    return ExploreSettled(progress: progress, outcome: outcome)
  }
}

/// What a settled answer rests on: the report and the table that leave the page.
struct ExploreSettled: Sendable {
  let progress: ExploreProgress
  let outcome: ComparisonOutcome

  /// The base as `growthloop simulate` finds it.
  var base: SimulationFindings {
    let question = progress.question
    return SimulationFindings(
      progress.base, of: question.base.scenario, question.base.setup,
      changes: question.base.changes, command: question.command, keepsDays: true)
  }

  /// The page that `growthloop simulate` or `compare` writes.
  var report: String {
    let folder = RunFolder("explore", files: [])
    let question = progress.question
    return
      (question.whatIfs.isEmpty
      ? base.report(in: folder)
      : ComparisonFindings(outcome, of: question).report(in: folder)).html
  }

  /// The table of metrics, or of differences.
  var table: ResultFile? {
    let question = progress.question
    guard !question.whatIfs.isEmpty else {
      return base.files.first { $0.name == "metrics.csv" }
    }
    let findings = ComparisonFindings(outcome, of: question)
    return findings.files(findings.summary(nil)).first { $0.name == "differences.csv" }
  }
}

/// What the replications so far have left beside the comparison.
struct ExploreProgress: Sendable {
  let question: ExploreQuestion
  /// The people that one person of a sketch stands for.
  let factor: Double
  private(set) var base: StudyOutcome
  /// The days of the base, and of each what-if.
  private(set) var days: [DaySeries]

  init(_ question: ExploreQuestion, factor: Double, draws: [GrowthPlan] = []) {
    self.question = question
    self.factor = factor
    let plan = question.base.setup.plan
    var study = Study(plan, seed: question.seed, replications: question.replications)
    study.draws = draws
    base = StudyOutcome(of: study)
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
    guard replications > Self.replicationsOfSketch, posterior == nil else { return nil }
    let small = small(of: Self.peopleOfSketch, replications: Self.replicationsOfSketch, whatIfs)
    return small.factor >= 2 ? small : nil
  }

  /// Returns the question about these what-ifs in a market of about so many people, and how many one
  /// of them stands for: one, where the market is small already or cannot be made smaller.
  func small(
    of people: Int, replications: Int, _ whatIfs: [ChosenScenario]
  ) -> (question: ExploreQuestion, factor: Double) {
    let all = [base] + whatIfs
    let isFree = all.allSatisfy { $0.setup.plan.behaviour.market.acquaintances == nil }
    let factor = isFree ? max(1, Double(base.people / people)) : 1
    let small = all.map { choice in
      let plan = choice.setup.plan
      return choice.simulating(
        factor > 1 ? plan.smaller(by: factor) : plan, replications: replications)
    }
    return (
      ExploreQuestion(
        base: small[0], whatIfs: Array(small.dropFirst()), state: state, outcome: outcome,
        seed: seed, written: written), factor
    )
  }
}
