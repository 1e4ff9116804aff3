internal import CEpoll
internal import Glibc

/// What a crash of this process leaves behind.
public enum CrashPrivacy {
  /// Lets a crash tell nothing of what is in memory, such as requests: no core dump as a file, and no
  /// report of Swift's runtime, which prints what registers and the stack point at.
  ///
  /// A program that the system pipes core dumps into is asked all the same; only the system's owner can
  /// tell it otherwise.
  public static func keepMemoryToItself() throws(SystemCallError) {
    for signal in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] {
      _ = Glibc.signal(signal, SIG_DFL)
    }
    var nothing = rlimit(rlim_cur: 0, rlim_max: 0)
    try systemCall("setrlimit") {
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &nothing)
    }
  }
}
