public import GrowthloopTransport

/// A load run that is ready: a valid plan, a reachable target, enough descriptors and ports.
public struct LoadRun: ~Copyable {
  private let plan: LoadPlan
  private let routes: [ClientSocket.Route]
  private let security: TLSClient?

  /// Checks everything that can be checked before the first request.
  public init(_ plan: LoadPlan) throws(LoadRefusal) {
    let problems = plan.problems()
    guard problems.isEmpty else { throw .plan(problems) }
    try Preflight.reserveDescriptors(for: plan.limits.connections)
    let address = try Preflight.answeringAddress(of: plan.target)
    let routes = try Preflight.routes(to: address, for: plan.limits.connections)
    let isEncrypted = plan.target.endpoint.scheme == .https
    let security = isEncrypted ? try Preflight.trust(plan.target, at: address) : nil
    self.plan = plan
    self.routes = routes
    self.security = security
  }

  /// Runs the plan on this thread until its end, or until it is stopped.
  ///
  /// - Parameters:
  ///   - earliest: The moment before which nothing is sent, such as the common start of several
  ///     generators.
  ///   - stop: Stops the run from another thread; the results so far are kept.
  ///   - onSecond: Receives every second at its end. The next requests wait for it to return.
  /// - Returns: The result of the run.
  /// - Throws: A system call that failed during the run.
  public consuming func run(
    notBefore earliest: MonotonicTime? = nil, stoppingOn stop: LoadSwitch? = nil,
    onSecond: (SecondRecord) -> Void = { _ in }
  ) throws(LoadRefusal) -> LoadRecord {
    do throws(SystemCallError) {
      // The default timer slack would add 50 microseconds to every wait.
      try ThisThread.setTimerSlack(nanoseconds: 1)
      if security != nil { try ThisThread.ignoreBrokenPipes() }
      let engine = try LoadEngine(
        plan, routes: routes, security: security, notBefore: earliest)
      return try engine.run(stoppingOn: stop, onSecond)
    } catch {
      throw .system(error)
    }
  }
}
