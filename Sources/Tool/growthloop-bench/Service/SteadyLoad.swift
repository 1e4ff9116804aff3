import GrowthloopTransport
import GrowthloopLoadGenerator

/// Requests of one kind at an even rate, sent and measured by a plan.
///
/// An earlier slow response does not delay a request, so a stalling service cannot hide its queue.
struct SteadyLoad {
  let kind: RequestKind
  let perSecond: Double
  let seconds: Double
  var connections = 64
  var codes: [String] = []
  /// The values of `{person}`.
  var people: [String] = []
  /// The first value of `{number}`.
  var firstNumber: UInt64 = 1 << 32

  /// Sends the requests from this thread, and calls `onSecond` every second.
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
