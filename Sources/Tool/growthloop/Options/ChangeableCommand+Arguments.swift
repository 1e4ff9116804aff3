import GrowthloopDecisions
import GrowthloopReports

extension ChangeableCommand {
  /// Creates the command line that repeats a run, with all that shapes its result.
  ///
  /// `chosen` are the values of options that the command chose itself.
  init(
    _ command: String, _ arguments: Arguments,
    chosen: [(option: CommandOption, value: String)] = []
  ) {
    let changes = arguments.all(.set, .deliberately).compactMap { option, text in
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return parts.count == 2 ? Change(String(parts[0]), String(parts[1]), by: option) : nil
    }
    self.init(
      command, arguments.words, changes: changes,
      options: arguments.shapingOptions(chosen, except: [.set, .deliberately]))
  }

  /// Creates the same for a command that runs replications.
  init(
    _ command: String, _ arguments: Arguments, seed: UInt64, replications: Int,
    chosen: [(option: CommandOption, value: String)] = []
  ) {
    self.init(
      command, arguments,
      chosen: chosen + [
        (.seed, "\(seed)"), (ReplicationOptions.replications, "\(replications)"),
      ])
  }
}
