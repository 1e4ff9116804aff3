import Terminal
import BenchmarksCLI
import Foundation

exit(GrowthloopBench.run(Array(CommandLine.arguments.dropFirst())).rawValue)
