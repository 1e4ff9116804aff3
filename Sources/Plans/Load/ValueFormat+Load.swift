import GrowthloopLoadGenerator

extension ValueFormat where Value == LoadGate {
  /// The format of a limit such as `p99 < 200ms`.
  static var loadGate: ValueFormat {
    .scalar(
      expects: "a gate such as \(LoadGate.examples[0]) or \(LoadGate.examples[1])",
      shape: .text(
        pattern:
          #"^\s*(\S.* )?((p[1-9]\d?(\.\d+)?|max) +< +[\d.]+(ns|us|ms|s|min|h)|errors +< +[\d.]+%)\s*$"#,
        examples: LoadGate.examples),
      encode: { .text($0.description) },
      remedy: { text in
        text.contains("errors") ? "write errors < 0.1%" : "write p99 < 200ms"
      },
      parse: { LoadGate($0) })
  }
}

extension ValueFormat where Value == LoadTarget {
  /// The format of an address such as `http://127.0.0.1:8080`.
  static var target: ValueFormat {
    .scalar(
      expects: "an address such as http://127.0.0.1:8080 or https://example.com",
      shape: .text(pattern: "^https?://[^?#@ ]+$", examples: ["http://127.0.0.1:8080"]),
      encode: { .text($0.description) },
      remedy: { text in
        guard text.contains("://") else { return "write http://\(text)" }
        return text.lowercased().hasPrefix("http")
          ? "write scheme, host, port and path, and nothing else" : "write http://… or https://…"
      },
      parse: { LoadTarget(url: $0) })
  }
}
