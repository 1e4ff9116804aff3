import GrowthloopReports
import Foundation

exit(GrowthloopBench.run(Array(CommandLine.arguments.dropFirst())).rawValue)
