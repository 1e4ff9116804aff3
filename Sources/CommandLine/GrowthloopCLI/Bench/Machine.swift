import Foundation

/// What a figure was measured on.
enum Machine {
  static var description: String {
    let info = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
    let model = info?.split(separator: "\n").first { $0.hasPrefix("model name") }
      .flatMap { $0.split(separator: ":").last }
      .map { $0.trimmingCharacters(in: .whitespaces) }
    return "\(model ?? "unknown processor"), \(ProcessInfo.processInfo.activeProcessorCount) cores"
  }

  static var build: String {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }
}

extension Double {
  /// The number with so many decimals and a decimal point, wherever it is printed.
  func text(decimals: Int) -> String {
    String(format: "%.\(decimals)f", locale: Locale(identifier: "en_US_POSIX"), self)
  }
}
