internal import LinuxIO

/// A load run that can begin: its plan is sound, the target answers, and the system has room.
public struct LoadRun: ~Copyable {
  private let plan: LoadPlan
  private let routes: [ClientSocket.Route]
  private let security: TLSClient?

  /// Makes all sure that can be known before the first request.
  public init(_ plan: LoadPlan) throws(LoadRefusal) {
    let problems = plan.problems()
    guard problems.isEmpty else { throw .plan(problems) }
    try Preflight.reserveDescriptors(for: plan.limits.connections)
    let address = try Preflight.answeringAddress(of: plan.target)
    let routes = try Preflight.routes(to: address, for: plan.limits.connections)
    let isEncrypted = plan.target.scheme == .https
    let security = isEncrypted ? try Preflight.trust(plan.target, at: address) : nil
    self.plan = plan
    self.routes = routes
    self.security = security
  }

  /// Runs the plan on this thread until its end, or until it is stopped.
  ///
  /// - Parameters:
  ///   - stop: What stops it from another thread; what was measured by then is kept.
  ///   - onSecond: Is told of every second when it is over. The next requests wait for it to return.
  /// - Returns: All that was counted and measured.
  /// - Throws: What the system denied in the middle of the run.
  public consuming func run(
    stoppingOn stop: LoadSwitch? = nil, onSecond: (SecondRecord) -> Void = { _ in }
  ) throws(LoadRefusal) -> LoadRecord {
    do throws(SystemCallError) {
      // The kernel would let every wait take 50 microseconds longer.
      try ThisThread.setTimerSlack(nanoseconds: 1)
      if security != nil { try ThisThread.ignoreBrokenPipes() }
      let engine = try LoadEngine(plan, routes: routes, security: security)
      return try engine.run(stoppingOn: stop, onSecond)
    } catch {
      throw .system(error)
    }
  }
}
