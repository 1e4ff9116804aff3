extension LoadPlan.Loop {
  func check(_ problems: inout PlanProblems) {
    switch self {
    case .open(let arrivals): arrivals.check(&problems)
    case .closed(let users, let pause, let length):
      problems.require(
        (1...1_000_000).contains(users), "users", "must be from 1 to 1000000, not \(users)")
      problems.require(pause >= .zero, "pause", "must be at least 0, not \(pause)")
      problems.require(length > .zero, "length", "must be above 0, not \(length)")
    }
  }
}

extension ArrivalProcess {
  func check(_ problems: inout PlanProblems) {
    switch course {
    case .recorded(let times):
      problems.require(!times.isEmpty, "arrivals", "must hold at least one moment")
      problems.require(
        times.first.map { $0 >= 0 } ?? true
          && zip(times, times.dropFirst()).allSatisfy { $0 <= $1 },
        "arrivals", "must be in order, from 0 on")
    case .rates(let segments, _):
      problems.require(!segments.isEmpty, "arrivals", "must have at least one rate")
      for segment in segments { segment.check(&problems) }
      problems.require(expectedCount >= 1, "arrivals", "must bring at least one request")
    }
  }
}

extension RateSegment {
  fileprivate func check(_ problems: inout PlanProblems) {
    problems.require(
      length > 0, "arrivals", "must have parts longer than 0, not \(length) seconds")
    for rate in Set([first, last]).sorted() {
      problems.require(
        rate >= 0 && rate <= 100_000_000, "arrivals",
        "must have rates from 0 to 100000000 a second, not \(rate)")
    }
    problems.require(
      course == .linear || (first > 0 && last > 0), "arrivals",
      "can grow by a factor only from a rate above 0")
  }
}

extension TrafficMix {
  func check(_ problems: inout PlanProblems, _ target: LoadTarget) {
    problems.require(!parts.isEmpty, "mix", "must have at least one kind of request")
    problems.requireWeights(parts.map(\.weight), "mix")
    problems.require(
      Set(parts.map(\.kind.name)).count == parts.count, "mix",
      "must not have two kinds of the same name")
    for kind in parts.lazy.filter({ $0.weight > 0 }).map(\.kind) {
      check(kind, &problems, target)
    }
    guard !links.groups.isEmpty else { return }
    problems.requireWeights(links.groups.map(\.weight), "mix.links")
    for group in links.groups {
      problems.require(
        !group.codes.isEmpty, "mix.links", "of standing \(group.standing) must have codes")
    }
    problems.require(
      links.exponent >= 0 && links.exponent <= 10, "mix.links.exponent",
      "must be from 0 to 10, not \(links.exponent)")
  }

  private func check(
    _ kind: RequestKind, _ problems: inout PlanProblems, _ target: LoadTarget
  ) {
    let name = "mix.\(kind.name)"
    let texts = [kind.path, kind.body ?? ""] + kind.fields.map(\.value)
    func asks(for place: RequestPlace) -> Bool { texts.contains { $0.contains(place.text) } }
    problems.require(
      !asks(for: .code) || !links.groups.isEmpty, name,
      "needs links: 'mix.links' must have codes")
    problems.require(
      !asks(for: .person) || !people.isEmpty, name, "needs people: 'mix.people' must have names")
    problems.require(
      !asks(for: .phones) || !books.isEmpty, name,
      "needs address books: 'mix.books' must have numbers")
    problems.require(
      !texts.dropFirst().contains { $0.contains(RequestPlace.code.text) }, name,
      "can have '{code}' in its path only")
    problems.require(
      !kind.isAuthorized || target.bearerToken != nil, name,
      "needs a token: 'target.bearerToken' must be given")
    problems.require(kind.path.first == "/", name, "must have a path that begins with '/'")
    let written =
      [kind.method, kind.path, target.bearerToken ?? ""]
      + kind.fields.flatMap {
        [$0.name, $0.value]
      }
    problems.require(
      !written.contains { $0.utf8.contains { $0 < 32 || $0 == 127 } } && !kind.path.contains(" "),
      name, "must not have control characters, nor spaces in its path")
    if asks(for: .phones) {
      problems.require(
        Set(books.map(\.utf8.count)).count <= 1, "mix.books", "must be texts of one length")
    }
    if asks(for: .person) {
      problems.require(
        Set(people.map(\.utf8.count)).count <= 1, "mix.people", "must be names of one length")
    }
  }
}

extension PlanProblems {
  mutating func requireWeights(_ weights: [Double], _ setting: String) {
    require(
      weights.allSatisfy { $0 >= 0 && $0.isFinite }
        && (weights.isEmpty || weights.contains { $0 > 0 }),
      setting, "must have weights of at least 0, and one above 0")
  }
}
