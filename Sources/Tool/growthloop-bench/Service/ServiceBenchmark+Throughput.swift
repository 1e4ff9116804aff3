extension ServiceBenchmark {
  /// Measures the maximal rate of one core, ours and nginx in turns.
  func measureThroughput(
    on ground: BenchGround, _ figures: inout ServiceFigures, _ report: (String) -> Void
  ) throws {
    let (service, loads) = (ground.service, ground.loads)
    let nginx = try NginxPeer.start(in: ground.folder, onCore: BenchGround.serverCore)
    if nginx == nil { report("nginx is not installed: nothing to compare with") }
    let servers =
      (nginx.map { [("nginx, return 302", loads.landing, $0.address)] } ?? [])
      + [
        ("landing page, nothing recorded", loads.landing, service.address),
        ("tap, its click on the disk", loads.tap, service.address),
      ]
    var rates = [[Double]](repeating: [], count: servers.count)
    for round in 0...rounds {
      report(round == 0 ? "warming up" : "round \(round) of \(rounds)")
      for (place, (_, load, address)) in servers.enumerated() {
        let outcome = try load.run(against: address, onCore: BenchGround.loadCore)
        if round > 0 { rates[place].append(outcome.perSecond) }
      }
    }
    report("counting system calls and allocations")
    for (place, (name, load, address)) in servers.enumerated() {
      let isOurs = address == service.address
      figures.throughputs.append(
        ServiceFigures.Throughput(
          name: name, connections: load.connections, perSecond: rates[place].median,
          ofNginx: nginx == nil ? nil : zip(rates[place], rates[0]).map { $0 / $1 }.median,
          cost: isOurs
            ? try RequestCost.count(
              of: service.server, at: address, under: load, onCore: BenchGround.loadCore) : nil))
    }
  }
}
