internal import CEpoll

/// Two files or folders that change places.
public enum FileExchange {
  /// Lets what the two names mean change places at once; returns whether the file system can.
  public static func swap(_ first: String, _ second: String) -> Bool {
    unsafe files_exchange(first, second) == 0
  }
}
