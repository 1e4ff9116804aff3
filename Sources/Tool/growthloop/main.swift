import GrowthloopReports
import Foundation

exit(Growthloop.run(Array(CommandLine.arguments.dropFirst())).rawValue)
