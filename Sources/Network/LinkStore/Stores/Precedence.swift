#if canImport(Glibc)
  import Glibc
#endif

/// Which thread runs first where several could.
enum Precedence {
  #if canImport(Glibc)
    /// Linux's SCHED_IDLE, which Glibc shows to programs in C alone.
    private static let whenIdle: Int32 = 5
  #endif

  /// Lets every other thread run before this one from now on.
  ///
  /// It gets what others leave, and is put aside the moment that one of them wakes up: a thread that
  /// answers does not wait until the slice of one that tidies up is over.
  static func giveToOthers() {
    #if canImport(Glibc)
      // Where that is denied it goes on as before, only sooner.
      var parameters = sched_param()
      _ = unsafe sched_setscheduler(0, whenIdle, &parameters)
    #endif
  }
}
