internal import CGrowthloopEpoll
internal import Glibc

/// The settings that keep memory out of crash reports.
public enum CrashPrivacy {
  /// Disables core dump files and the crash report of Swift's runtime, which prints registers and
  /// parts of the stack.
  ///
  /// A program that the system pipes core dumps into still runs; only the system's owner can
  /// disable it.
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
