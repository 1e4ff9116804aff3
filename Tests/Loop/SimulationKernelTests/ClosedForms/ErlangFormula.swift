import RandomStreams

/// The long run of a queue with random arrivals and services, in closed form (Erlang, 1917).
struct ErlangFormula {
  let servers: Int
  /// The share of its time that a server is busy.
  let load: Double

  private var offered: Double { Double(servers) * load }

  /// The share of customers who find all servers busy (Erlang C).
  var chanceToWait: Double {
    // Erlang B, the share that is lost where nobody can wait, grows server by server.
    var lost = 1.0
    for server in 1...servers {
      lost = offered * lost / (Double(server) + offered * lost)
    }
    return lost / (1 - load * (1 - lost))
  }

  func value(of measure: QueueMeasure) -> Double {
    // Above the servers the number of customers falls off geometrically.
    let waiting = chanceToWait * load / (1 - load)
    let spareRate = Double(servers) - offered
    switch measure {
    case .present: return waiting + offered
    case .waiting: return waiting
    case .stay: return waiting / offered + 1
    case .wait: return waiting / offered
    case .waitBeyond(let time): return chanceToWait * Double.exp(-spareRate * time)
    case .stayBeyond(let time):
      precondition(servers == 1, "the stay is exponential with 1 server, not with \(servers)")
      return Double.exp(-spareRate * time)
    }
  }
}
