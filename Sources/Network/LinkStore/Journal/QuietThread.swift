import Foundation

/// A thread for what nobody waits for.
enum QuietThread {
  /// How much less it gets, on a processor that others want, than they do; anybody may ask for that.
  private static let niceness: Int32 = 10

  /// Begins the work at once.
  static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
    let thread = Thread {
      // Whoever answers then takes the processor as soon as there is something to answer, and not when
      // this thread's share of time is used up. Without it all goes on, only later.
      #if canImport(Glibc)
        _ = setpriority(Int32(PRIO_PROCESS.rawValue), 0, niceness)
      #else
        _ = setpriority(PRIO_DARWIN_THREAD, 0, PRIO_DARWIN_BG)
      #endif
      body()
    }
    thread.name = name
    thread.start()
  }
}
