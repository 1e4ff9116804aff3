import Foundation

/// The machine and build of a measurement.
package enum Machine {
  package static var description: String {
    let info = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
    let model = info?.split(separator: "\n").first { $0.hasPrefix("model name") }
      .flatMap { $0.split(separator: ":").last }
      .map { $0.trimmingCharacters(in: .whitespaces) }
    return "\(model ?? "unknown processor"), \(ProcessInfo.processInfo.activeProcessorCount) cores"
  }

  package static var build: String {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }
}

extension Double {
  /// Returns the number with `decimals` decimals and a decimal point, in every locale.
  package func text(decimals: Int) -> String {
    String(format: "%.\(decimals)f", locale: Locale(identifier: "en_US_POSIX"), self)
  }
}
