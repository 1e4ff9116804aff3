internal import CGrowthloopEpoll

/// The atomic exchange of two files or folders.
public enum FileExchange {
  /// Swaps two names in one step; returns whether the file system supports it.
  public static func swap(_ first: String, _ second: String) -> Bool {
    unsafe files_exchange(first, second) == 0
  }
}
