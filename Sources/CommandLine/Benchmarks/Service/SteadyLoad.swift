import LinuxIO
import LoadGenerator

/// Requests of one kind at an even rate: sent as planned, whatever becomes of those before, and
/// measured from the plan, so that a service that stalls cannot hide who waited.
struct SteadyLoad {
  let kind: RequestKind
  let perSecond: Double
  let seconds: Double
  var connections = 64
  var codes: [String] = []
  /// What `{person}` stands for.
  var people: [String] = []
  /// What the first `{number}` is.
  var firstNumber: UInt64 = 1 << 32

  /// Sends from this thread; `onSecond` is called every second.
  func run(
    against service: BenchedService, onSecond: () -> Void = {}
  ) throws -> ServiceFigures.Latency {
    let target = LoadTarget(
      host: "\(service.address.address)", port: service.address.port, bearerToken: service.token)
    let links =
      codes.isEmpty
      ? .none : LinkPopulation([.init(.known, weight: 1, codes: codes)], exponent: 0)
    var plan = LoadPlan(
      target, .open(.constant(perSecond, for: .seconds(seconds), spacing: .even)),
      TrafficMix([.init(kind)], links: links, people: people, firstNumber: firstNumber))
    plan.limits.connections = connections
    do throws(LoadRefusal) {
      let record = try LoadRun(plan).run { _ in onSecond() }
      return ServiceFigures.Latency(kind.name, perSecond, record)
    } catch {
      throw SystemTool.Trouble(description: "\(error)")
    }
  }
}
