import Dispatch
import Foundation
package import GrowthloopLoadGenerator
package import GrowthloopReports
package import GrowthloopStudies
package import GrowthloopTransport
import Statistics
import Synchronization
package import Vocabulary

/// One run of the generator on a separate thread, with progress.
struct LoadWork {
  let console: any Console
  let interrupt: Interrupt
  /// The processor of the generator; `nil` for any.
  let processor: Int?
  /// Whether the generator has a real-time priority.
  var isInRealTime = false
  /// The text before the figures, such as the rate of a trial.
  var title = ""
  /// Whether nothing is shown while it runs.
  var isQuiet = false
  /// Whether a page in the browser shows it while it runs.
  var isWatched = false

  /// The generator's progress and result.
  private final class SharedState: Sendable {
    let view: Mutex<LoadView>
    /// The seconds that no page has shown yet; `nil` without a page.
    let unseen: Mutex<[LoadProgress]?>
    let result = Mutex<Result<LoadRecord, any Error>?>(nil)
    /// The reason why there was no real-time priority.
    let denial = Mutex<SystemCallError?>(nil)

    init(_ view: LoadView, isWatched: Bool) {
      self.view = Mutex(view)
      unseen = Mutex(isWatched ? [] : nil)
    }

    /// Requests a real-time priority for this thread.
    func enterRealTime() {
      do throws(SystemCallError) {
        try ThisThread.enterRealTime()
      } catch {
        denial.withLock { $0 = error }
      }
    }
  }

  /// Runs a plan until its end, or until an interrupt.
  func run(_ plan: LoadPlan, notBefore earliest: MonotonicTime? = nil) throws -> LoadRecord {
    let stop = try LoadSwitch()
    let state = SharedState(LoadView(of: plan, titled: title), isWatched: isWatched)
    let page = try isWatched ? page(of: plan, state) : nil
    let pageSwitch = page?.stopSwitch
    let done = DispatchSemaphore(value: 0)
    interrupt.onInterrupt { stop.stop() }
    let (processor, isInRealTime) = (processor, isInRealTime)
    let thread = try BackgroundThread {
      let record = Result {
        if let processor { try ThisThread.bind(to: [processor]) }
        if isInRealTime { state.enterRealTime() }
        return try LoadRun(plan).run(notBefore: earliest, stoppingOn: stop) { progress in
          state.view.withLock { $0.add(progress) }
          state.unseen.withLock { $0?.append(progress) }
        }
      }
      state.result.withLock { $0 = record }
      done.signal()
      pageSwitch?.stop()
    }
    if let page { serve(page) }
    while done.wait(timeout: .now() + .milliseconds(250)) == .timedOut { show(state) }
    thread.join()
    console.show(progress: "")
    if let denial = state.denial.withLock({ $0 }) {
      console.complain("the generator ran without a real-time priority: \(denial)")
    }
    guard let result = state.result.withLock({ $0 }) else {
      preconditionFailure("the run ended and left nothing")
    }
    return try result.get()
  }

  /// Makes the server of the page, which shows the progress on the terminal as well.
  private func page(of plan: LoadPlan, _ state: SharedState) throws -> WebServer {
    do throws(SystemCallError) {
      let (watch, server) = try LoadWatch.serving(titled: "\(plan.target)") {
        show(state)
        let seconds = state.unseen.withLock { seconds in
          defer { seconds = [] }
          return seconds ?? []
        }
        return (seconds, state.view.withLock { $0.text(columns: 100) })
      }
      console.complain("growthloop: open \(watch.page.address)")
      return server
    } catch {
      throw InputOutputError(description: "the page of the load: \(error)")
    }
  }

  /// Serves the page until the run has ended, and says what that took; without it the run goes on.
  private func serve(_ page: WebServer) {
    let before = ThisThread.processorTime()
    do throws(SystemCallError) {
      _ = try page.run()
    } catch {
      console.complain("growthloop: the page of the load has ended: \(error)")
    }
    let cost = (ThisThread.processorTime() - before) / .milliseconds(1)
    console.show(progress: "")
    console.complain(
      "growthloop: the page took \(NumberText.significant(cost)) ms of processor time, outside of the "
        + "generator's thread")
  }

  /// Shows the progress on the terminal.
  private func show(_ state: SharedState) {
    guard !isQuiet else { return }
    if let width = console.progressWidth {
      let text = state.view.withLock { $0.text(columns: width) }
      if !text.isEmpty { console.show(progress: text) }
    } else if let line = state.view.withLock({ $0.takeLine() }) {
      console.complain(line)
    }
  }
}

/// The figures of load runs in readable form.
enum LoadText {
  static func time(_ duration: Duration) -> String { time(duration / .nanoseconds(1)) }

  /// Returns nanoseconds as milliseconds.
  static func time(_ nanoseconds: Double) -> String { "\(milliseconds(nanoseconds)) ms" }

  static func milliseconds(_ nanoseconds: Double) -> String {
    NumberText.significant(nanoseconds / 1e6)
  }
}

extension ExitCode {
  /// Selects the exit code for a run that does not begin.
  package init(of refusal: LoadRefusal) {
    self =
      switch refusal {
      case .plan, .certificate: .badInput
      case .unknownHost, .unreachable, .untrusted, .otherProtocol, .lacksRing: .unavailable
      case .descriptors, .ports, .system: .inputOutput
      }
  }
}

/// One of several generators that load a service together.
package struct LoadAgent {
  let share: LoadShare
  /// The common start by the time of day; `nil` for at once.
  let start: Instant?

  package init(_ share: LoadShare, startingAt start: Instant? = nil) {
    self.share = share
    self.start = start
  }

  /// Returns the agent's part of a plan, with as many of its connections.
  func part(of plan: LoadPlan) -> LoadPlan {
    var part = plan
    part.share = share
    part.limits.connections = (plan.limits.connections + share.count - 1) / share.count
    return part
  }

  /// The start by this machine's monotonic clock; `nil` for at once.
  var earliest: MonotonicTime? {
    start.map {
      let left = $0.milliseconds * 1_000_000 - WallTime.nanoseconds()
      return MonotonicTime(nanoseconds: MonotonicTime.now().nanoseconds + left)
    }
  }
}

extension LoadAgent: CustomStringConvertible {
  package var description: String {
    let numbers = (0..<3).map { "\(share.number + $0 * share.count)" }.joined(separator: ", ")
    return "agent \(share.number) of \(share.count): requests \(numbers) … of the plan"
  }
}

/// A load plan whose agents are the ranks of a job: they begin together, and rank 0 joins what all have
/// measured.
package struct RankedLoad {
  private let group: RankGroup
  private let interrupt: Interrupt
  private let patience: Duration

  /// The kinds of messages, which are none of those of replications.
  private enum Kind: UInt8 {
    case ready = 16
    case start, measured
  }

  /// The time between the message of rank 0 and the common start.
  private static let notice: Int64 = 100_000_000

  /// Rank 0 waits for others to begin, and for theirs after its own end, as long as `patience`.
  ///
  /// - Throws: `UsageError` for more ranks than a plan can have agents.
  package init(
    _ group: RankGroup, until interrupt: Interrupt, patience: Duration = .seconds(60)
  ) throws(UsageError) {
    guard group.transport.count <= LoadShare.most else {
      throw UsageError(description: "a plan has at most \(LoadShare.most) agents: use fewer ranks")
    }
    self.group = group
    self.interrupt = interrupt
    self.patience = patience
  }

  /// The agent that this rank is.
  package var agent: LoadAgent {
    LoadAgent(LoadShare(group.transport.rank + 1, of: group.transport.count))
  }

  /// Waits until all ranks are ready; returns their common start by this machine's monotonic clock.
  ///
  /// No moment crosses clocks: the starts differ by the way of one message.
  package func start() throws -> MonotonicTime {
    group.noteService()
    if group.transport.rank == 0 {
      let ready = try collect(.ready)
      let late = others.filter { ready[$0] == nil }
      guard late.isEmpty else {
        throw UnfitInput(description: "\(Self.list(late)) did not begin within \(patience)")
      }
      for rank in others { send(.start, to: rank) }
    } else {
      send(.ready, to: 0)
      try wait(for: .start)
    }
    return MonotonicTime(nanoseconds: MonotonicTime.now().nanoseconds + Self.notice)
  }

  /// Returns what the ranks have measured, on rank 0; a rank that is lost is a missing agent.
  ///
  /// - Throws: `RankGroup.Dismissed` on all others.
  package func join(_ file: ResultFile) throws -> AgentFiles {
    guard group.transport.rank == 0 else {
      send(.measured, Array(file.text.utf8), to: 0)
      try wait(for: nil)
      throw RankGroup.Dismissed()
    }
    var files = try collect(.measured)
    for rank in others where files[rank] == nil {
      group.note("rank \(rank) is lost: its measurement did not come", isLoss: true)
    }
    files[0] = Array(file.text.utf8)
    return try AgentFiles(
      decoding: files.sorted { $0.key < $1.key }.map { ("rank \($0.key)", $0.value) },
      areRanks: true)
  }

  private var others: Range<Int> { 1..<max(1, group.transport.count) }

  /// Collects a message of that kind from every other rank, or from those that send one in time.
  ///
  /// - Throws: `UnfitInput` for a rank that ended before the start.
  private func collect(_ kind: Kind) throws -> [Int: [UInt8]] {
    var collected: [Int: [UInt8]] = [:]
    let end = ContinuousClock.now + patience
    var gone: Set<Int> = []
    while collected.count + gone.count < others.count, ContinuousClock.now < end {
      guard let (rank, message) = try next() else { continue }
      if case .left(let reason) = group.ending(in: message) {
        guard kind == .measured else {
          throw UnfitInput(description: "rank \(rank) ended: \(reason)")
        }
        gone.insert(rank)
      }
      if message.first == kind.rawValue { collected[rank] = Array(message.dropFirst()) }
    }
    return collected
  }

  /// Waits for a message of that kind from rank 0.
  ///
  /// - Throws: `RankGroup.Dismissed` when rank 0 needs this one no more, or is lost.
  private func wait(for kind: Kind?) throws {
    let end = ContinuousClock.now + patience * 2
    while ContinuousClock.now < end {
      guard let (_, message) = try next() else { continue }
      if message.first == kind?.rawValue { return }
      if group.ending(in: message) == .dismissed { break }
    }
    throw RankGroup.Dismissed()
  }

  /// Returns the next message; `nil` after a short rest.
  private func next() throws -> (sender: Int, message: [UInt8])? {
    if let message = group.transport.receive() { return message }
    try interrupt.check()
    Thread.sleep(forTimeInterval: 0.000_1)
    return nil
  }

  private func send(_ kind: Kind, _ bytes: [UInt8] = [], to rank: Int) {
    group.transport.send([kind.rawValue] + bytes, to: rank)
  }

  private static func list(_ ranks: [Int]) -> String {
    (ranks.count == 1 ? "rank " : "ranks ") + ranks.map { "\($0)" }.joined(separator: ", ")
  }
}
