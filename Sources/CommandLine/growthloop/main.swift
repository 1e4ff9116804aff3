import Terminal
import Foundation
import GrowthloopCLI

exit(Growthloop.run(Array(CommandLine.arguments.dropFirst())).rawValue)
