extension ServiceFigures {
  /// Compares the figures with their targets.
  func kept() -> [Promise] {
    var promises: [Promise] = []
    let codes = memory?.codes ?? 0
    func promise(_ sentence: String, _ value: Double?, _ decimals: Int, _ isKept: (Double) -> Bool)
    {
      guard let value else { return }
      let scale = [1.0, 10, 100][decimals]
      let rounded = (value * scale).rounded() / scale
      promises.append(
        Promise(
          sentence: sentence, reached: decimals == 0 ? "\(Int(rounded))" : "\(rounded)",
          isKept: isKept(value)))
    }
    promise("a landing page at 0.6 of nginx or more", throughputs.dropLast().last?.ofNginx, 2) {
      $0 >= 0.6
    }
    promise("25000 durable taps a second or more, kept up", sustained, 0) { $0 >= 25_000 }
    promise(
      "p99.9 of a tap below 20 ms at 70% of what is kept up",
      ladder.last?.each { $0.response.p999 }.median, 2
    ) { $0 < 20 }
    promise("p95 of a creation below 5 ms at 1000 a second", creations?.response.p95, 2) { $0 < 5 }
    promise("p99 of a first launch below 5 ms", launches?.response.p99, 2) { $0 < 5 }
    // The indexes grow by doubling, so that fewer codes may cost slightly more each.
    promise(
      "no more than 64 bytes for each of ten million codes",
      codes >= 10_000_000 ? memory?.bytesPerCode : nil, 1
    ) { $0 <= 64 }
    return promises
  }
}
