internal import RandomStreams

/// One request of a mix, a function of the seed and the request's number.
struct DrawnRequest: Hashable, Sendable, BitwiseCopyable {
  /// The place of the kind in the mix.
  var kind: Int
  /// The index of the link among all codes, and its standing; no code where there are none.
  var code: Int
  var standing: LinkPopulation.Standing
  var person: Int
}

/// Draws the requests of a mix.
struct RequestDraws: Sendable {
  private let kinds: Categorical
  private let groups: Categorical?
  private let standings: [LinkPopulation.Standing]
  private let firstCodes: [Int]
  private let ranks: [Zipf]
  private let peopleCount: Int
  private let kindStream: RandomStream
  private let linkStream: RandomStream
  private let personStream: RandomStream

  init(_ mix: TrafficMix, seed: UInt64) throws(InvalidParameter) {
    let source = RandomSource(seed: seed)
    kindStream = source.stream(for: LoadPurpose.kinds)
    linkStream = source.stream(for: LoadPurpose.links)
    personStream = source.stream(for: LoadPurpose.people)
    kinds = try Categorical(weights: mix.parts.map(\.weight))
    let links = mix.links
    groups =
      links.groups.isEmpty ? nil : try Categorical(weights: links.groups.map(\.weight))
    standings = links.groups.map(\.standing)
    var firsts: [Int] = []
    var ranks: [Zipf] = []
    var count = 0
    for group in links.groups {
      firsts.append(count)
      count += group.codes.count
      ranks.append(try Zipf(exponent: links.exponent, count: group.codes.count))
    }
    firstCodes = firsts
    self.ranks = ranks
    peopleCount = mix.people.count
  }

  /// Returns the draws of a plan without problems.
  static func checked(_ plan: LoadPlan) -> RequestDraws {
    do throws(InvalidParameter) {
      return try RequestDraws(plan.mix, seed: plan.seed)
    } catch {
      preconditionFailure("\(error), in a mix that was checked")
    }
  }

  /// Returns the request with this number, counted from zero.
  func request(_ number: Int) -> DrawnRequest {
    let entity = UInt64(number)
    var request = DrawnRequest(kind: 0, code: 0, standing: .known, person: 0)
    if kinds.probabilities.count > 1 { request.kind = kindStream.sample(kinds, entity) }
    if let groups {
      var draw = linkStream[entity]
      let group = standings.count > 1 ? groups.sample(using: &draw) : 0
      request.standing = standings[group]
      request.code = firstCodes[group] + ranks[group].sample(using: &draw) - 1
    }
    if peopleCount > 1 {
      var draw = personStream[entity]
      request.person = Int(draw.uniform(below: UInt64(peopleCount)))
    }
    return request
  }
}
