public import Foundation

/// The folder of the package, with its scenarios, sources and results.
public let packageFolder = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in
  url.deletingLastPathComponent()
}
