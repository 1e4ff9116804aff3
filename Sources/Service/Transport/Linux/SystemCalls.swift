internal import CGrowthloopEpoll
internal import Glibc

/// A failed system call: its name, its subject and the kernel's reason.
public struct SystemCallError: Error, Hashable, Sendable {
  /// The name of the call, such as `bind`.
  public let call: String
  /// The subject of the call, such as an address or a path.
  public let subject: String?
  /// The kernel's `errno`.
  public let number: Int32

  public init(call: String, subject: String? = nil, number: Int32) {
    self.call = call
    self.subject = subject
    self.number = number
  }
}

extension SystemCallError: CustomStringConvertible {
  public var description: String {
    var text = [CChar](repeating: 0, count: 128)
    let count = text.count
    // The POSIX form fills the buffer, the GNU form answers a text; Swift sees the POSIX one.
    let reason =
      unsafe strerror_r(number, &text, count) == 0
      ? String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      : "error \(number)"
    return subject.map { "\(call) \($0): \(reason)" } ?? "\(call): \(reason)"
  }
}

/// Repeats a system call until no signal interrupts it.
///
/// The closure returns the result of the call; below zero it is a failure, and `errno` has the
/// reason.
@discardableResult
public func systemCall<Answer: BinaryInteger>(
  _ name: StaticString, on subject: @autoclosure () -> String? = nil, _ call: () -> Answer
) throws(SystemCallError) -> Answer {
  while true {
    let answer = call()
    if answer >= 0 { return answer }
    let number = errno
    if number != EINTR {
      throw SystemCallError(call: "\(name)", subject: subject(), number: number)
    }
  }
}

/// Makes a system call on a non-blocking descriptor.
///
/// - Returns: `nil` if the call would block.
func systemCallWithoutWaiting<Answer: BinaryInteger>(
  _ name: StaticString, _ call: () -> Answer
) throws(SystemCallError) -> Answer? {
  do {
    return try systemCall(name, call)
  } catch  where error.number == EAGAIN || error.number == EWOULDBLOCK {
    return nil
  }
}

/// Makes a system call once; an interruption by a signal is an error.
func systemCallOnce(
  _ name: StaticString, _ call: () -> Int32
) throws(SystemCallError) -> Int32 {
  let answer = call()
  if answer >= 0 { return answer }
  throw SystemCallError(call: "\(name)", number: errno)
}

extension SystemCallError {
  /// Whether this machine lacks the address family, such as IPv6 when it is disabled.
  public var isMissingFamily: Bool { [EAFNOSUPPORT, EADDRNOTAVAIL].contains(number) }

  /// Whether the address is in use.
  public var isAddressInUse: Bool { number == EADDRINUSE }

  /// Whether this process, or the system, is out of descriptors.
  public var isOutOfDescriptors: Bool { [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(number) }

  /// The error if no port is free in both address families.
  public static let noFreePort = SystemCallError(call: "bind", number: EADDRINUSE)
}

/// A thread for one piece of work.
///
/// `@safe`: the work is retained for the new thread, which releases it once, or the caller does
/// where no thread began; a thread is joined at most once, since `join` consumes the value.
@safe
public struct BackgroundThread: ~Copyable, @unchecked Sendable {
  private final class Work {
    let body: () -> Void

    init(_ body: @escaping () -> Void) {
      self.body = body
    }
  }

  private let thread: pthread_t

  /// Starts the work at once.
  public init(_ body: @escaping @Sendable () -> Void) throws(SystemCallError) {
    var thread = pthread_t()
    let work = unsafe Unmanaged.passRetained(Work(body))
    let failure = unsafe pthread_create(
      &thread, nil,
      { argument in
        if let argument = unsafe argument {
          unsafe Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body()
        }
        return nil
      }, work.toOpaque())
    guard failure == 0 else {
      unsafe work.release()
      throw SystemCallError(call: "pthread_create", number: failure)
    }
    self.thread = thread
  }

  /// Waits until the work is done.
  public consuming func join() {
    _ = pthread_join(thread, nil)
  }
}

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

/// Waits for many descriptors at once: Linux's epoll.
///
/// An event carries the token of its registration, not the descriptor. With a unique token for each
/// registration, a late event never reaches a reused descriptor number.
///
/// `@safe`: the kernel writes events into an array of the capacity that it is given, for the time
/// of a call; an event's payload is the number it was added with, never an address.
@safe
public struct Poller: ~Copyable {
  /// The caller's identifier of a registration.
  public struct Token: Hashable, Sendable {
    public let rawValue: UInt64

    public init(_ rawValue: UInt64) {
      self.rawValue = rawValue
    }
  }

  /// The conditions to wait for.
  public struct Interest: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    public static let reading = Interest(rawValue: epoll_readable)
    public static let writing = Interest(rawValue: epoll_writable)
    /// The peer has shut down sending; it may still receive.
    public static let peerFinished = Interest(rawValue: epoll_peer_finished)
    /// Edge-triggered: reports each change once.
    public static let changesOnly = Interest(rawValue: epoll_changes_only)
  }

  /// An event of one descriptor.
  public struct Event: Hashable, Sendable {
    public let token: Token
    fileprivate let bits: UInt32

    /// Whether there are bytes to read, or the end.
    public var isReadable: Bool { bits & (epoll_readable | epoll_hung_up) != 0 }
    /// Whether the peer has shut down sending.
    public var isPeerFinished: Bool { bits & epoll_peer_finished != 0 }
    public var isWritable: Bool { bits & epoll_writable != 0 }
    /// Whether the connection failed, or both of its directions are closed.
    public var isBroken: Bool { bits & (epoll_failed | epoll_hung_up) != 0 }
  }

  private let descriptor: OwnedDescriptor
  private var happened: [epoll_event]

  /// Makes a poller that returns at most `count` events at a time.
  public init(eventsAtOnce: Int = 256) throws(SystemCallError) {
    descriptor = OwnedDescriptor(
      owning: try systemCall("epoll_create1") {
        epoll_create1(Int32(EPOLL_CLOEXEC))
      })
    unsafe happened = [epoll_event](repeating: epoll_event(), count: eventsAtOnce)
  }

  /// Registers a descriptor.
  public func add(
    _ number: Int32, for interest: Interest, as token: Token
  ) throws(SystemCallError) {
    try control(EPOLL_CTL_ADD, number, interest, token)
  }

  /// Changes the conditions of a registered descriptor.
  public func change(
    _ number: Int32, to interest: Interest, as token: Token
  ) throws(SystemCallError) {
    try control(EPOLL_CTL_MOD, number, interest, token)
  }

  /// Removes a registration; closing the descriptor does the same.
  public func remove(_ number: Int32) throws(SystemCallError) {
    try control(EPOLL_CTL_DEL, number, [], Token(0))
  }

  private func control(
    _ operation: Int32, _ number: Int32, _ interest: Interest, _ token: Token
  ) throws(SystemCallError) {
    var event = unsafe epoll_event()
    unsafe event.events = interest.rawValue
    unsafe event.data.u64 = token.rawValue
    let poller = descriptor.number
    try systemCall("epoll_ctl") { unsafe epoll_ctl(poller, operation, number, &event) }
  }

  /// Waits for an event, at most for `timeout`; without a limit if it is `nil`.
  ///
  /// - Returns: The number of events, which the subscript returns by index. A signal ends the wait
  ///   with zero.
  public mutating func wait(for timeout: Duration?) throws(SystemCallError) -> Int {
    guard let timeout else { return try wait(nanoseconds: -1) }
    return try wait(nanoseconds: max(0, timeout.nanoseconds))
  }

  /// Waits for an event, at most for so many nanoseconds; without a limit below zero.
  ///
  /// - Returns: The number of events, as for `wait(for:)`.
  public mutating func wait(nanoseconds: Int64) throws(SystemCallError) -> Int {
    let poller = descriptor.number
    let capacity = unsafe Int32(happened.count)
    do {
      guard nanoseconds > 0 else {
        let milliseconds: Int32 = nanoseconds < 0 ? -1 : 0
        return Int(
          try systemCallOnce("epoll_wait") {
            unsafe epoll_wait(poller, &happened, capacity, milliseconds)
          })
      }
      // To the nanosecond, where epoll_wait counts milliseconds.
      var time = timespec(
        tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
      return Int(
        try systemCallOnce("epoll_pwait2") {
          unsafe epoll_pwait2(poller, &happened, capacity, &time, nil)
        })
    } catch  where error.number == EINTR {
      return 0
    }
  }

  /// The event with this index, among those of the last `wait`.
  public subscript(index: Int) -> Event {
    unsafe Event(token: Token(happened[index].data.u64), bits: happened[index].events)
  }
}

/// A file of at most some kilobytes that is read and replaced as a whole.
public struct SmallFile: Hashable, Sendable {
  /// The most bytes that are read; later ones are ignored.
  public static let mostBytes = 16_384

  public let path: String

  public init(_ path: String) {
    self.path = path
  }

  /// Returns the content; `nil` if the file does not exist.
  public func read() throws(SystemCallError) -> [UInt8]? {
    let file: OwnedDescriptor
    do {
      file = OwnedDescriptor(
        owning: try systemCall("open", on: path) {
          // Non-blocking: a pipe of that name must not block the reader.
          unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        })
    } catch  where error.number == ENOENT {
      return nil
    }
    var content: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 4_096)
    while content.count < Self.mostBytes {
      var span = part.mutableSpan
      guard let count = try file.read(into: &span), count > 0 else { break }
      content += part[..<count]
    }
    return content
  }

  /// Replaces the content atomically, for readers and across crashes.
  ///
  /// Only its owner may read the file. If the caller may change owners, that is the folder's owner.
  public func replace(with bytes: [UInt8]) throws(SystemCallError) {
    let draft = "\(path).\(getpid()).new"
    let file = OwnedDescriptor(
      owning: try systemCall("open", on: draft) {
        unsafe open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
      })
    do {
      try file.writeAll(bytes)
      let number = file.number
      if let owner { _ = fchown(number, owner.user, owner.group) }
      try systemCall("fsync", on: draft) { fsync(number) }
      try systemCall("rename", on: path) { unsafe rename(draft, path) }
    } catch {
      unsafe unlink(draft)
      throw error
    }
  }

  /// Removes the file, if it exists.
  public func remove() throws(SystemCallError) {
    do {
      try systemCall("unlink", on: path) { unsafe unlink(path) }
    } catch  where error.number == ENOENT {}
  }

  /// Returns when the name of the file or folder is on the disk, as the folder above has it.
  ///
  /// A folder that may not be read cannot be synced, and is left to the system.
  public func syncName() throws(SystemCallError) {
    let whole = path.trimmingSlashes
    let slash = whole.lastIndex(of: "/")
    let above = slash.map { $0 == whole.startIndex ? "/" : String(whole[..<$0]) } ?? "."
    do {
      let folder = OwnedDescriptor(
        owning: try systemCall("open", on: above) { unsafe open(above, O_RDONLY | O_CLOEXEC) })
      let number = folder.number
      try systemCall("fsync", on: above) { fsync(number) }
    } catch  where error.number == EACCES {}
  }

  /// The owner of the folder, for a caller that may change owners.
  private var owner: (user: uid_t, group: gid_t)? {
    guard geteuid() == 0, let slash = path.lastIndex(of: "/") else { return nil }
    var status = stat()
    guard unsafe stat(String(path[...slash]), &status) == 0 else { return nil }
    return (status.st_uid, status.st_gid)
  }
}

extension String {
  /// The text without slashes at its end.
  fileprivate var trimmingSlashes: Substring {
    var rest = self[...]
    while rest.count > 1, rest.last == "/" { rest.removeLast() }
    return rest
  }
}

/// The kernel's status files, such as `/proc/stat`.
public enum SystemText {
  /// Returns the text of a file; `nil` if it cannot be read.
  public static func read(_ path: String) -> String? {
    let number = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard number >= 0 else { return nil }
    let file = OwnedDescriptor(owning: number)
    var part = [UInt8](repeating: 0, count: 16_384)
    var text: [UInt8] = []
    while true {
      var span = part.mutableSpan
      guard let count = try? file.read(into: &span) else { return nil }
      guard count > 0 else { return String(decoding: text, as: UTF8.self) }
      text += part[..<count]
    }
  }
}

/// The scheduling settings of the calling thread.
public enum ThisThread {
  /// Sets the accuracy of timed waits; the kernel's default is 50 microseconds.
  public static func setTimerSlack(nanoseconds: UInt) throws(SystemCallError) {
    try systemCall("prctl") { thread_set_timer_slack(nanoseconds) }
  }

  /// Sleeps until a moment; a signal ends the sleep.
  public static func sleep(until moment: MonotonicTime) {
    var time = timespec(.nanoseconds(moment.nanoseconds))
    _ = unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nil)
  }

  /// Requests short time slices, and so a shorter wait for a shared processor; ignored by kernels
  /// without that setting.
  public static func preferShortTurns(nanoseconds: UInt) {
    _ = thread_prefer_short_turns(nanoseconds)
  }

  /// Enters real-time scheduling; throws without the privilege.
  public static func enterRealTime() throws(SystemCallError) {
    try systemCall("sched_setscheduler") { thread_enter_real_time() }
  }

  /// Returns the numbers of the processors that it may run on, in order.
  public static func processors() throws(SystemCallError) -> [Int] {
    var bits = [UInt](repeating: 0, count: 128)
    let bytes = UInt(bits.count * UInt.bitWidth / 8)
    try systemCall("sched_getaffinity") { unsafe thread_get_processors(&bits, bytes) }
    return bits.indices.flatMap { word in
      (0..<UInt.bitWidth).filter { bits[word] >> UInt($0) & 1 == 1 }.map {
        word * UInt.bitWidth + $0
      }
    }
  }

  /// Binds it, and threads that it starts later, to processors.
  public static func bind(to processors: [Int]) throws(SystemCallError) {
    var bits = [UInt](repeating: 0, count: 128)
    for processor in processors {
      bits[processor / UInt.bitWidth] |= 1 << UInt(processor % UInt.bitWidth)
    }
    let bytes = UInt(bits.count * UInt.bitWidth / 8)
    try systemCall("sched_setaffinity", on: "\(processors)") {
      unsafe thread_set_processors(bits, bytes)
    }
  }

  /// The time that it has run on a processor.
  public static func processorTime() -> Duration {
    var time = timespec()
    let answer = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    precondition(answer == 0, "Linux counts the time of a thread")
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The number of times that another thread preempted it.
  public static func involuntarySwitches() -> Int {
    var usage = rusage()
    let answer = unsafe thread_get_usage(&usage)
    precondition(answer == 0, "Linux counts what a thread uses")
    return usage.ru_nivcsw
  }

  /// Makes a write to a connection that the peer closed fail, instead of ending the process.
  ///
  /// It is needed for libraries, which write without the flag for the kernel.
  public static func ignoreBrokenPipes() throws(SystemCallError) {
    var set = sigset_t()
    unsafe sigemptyset(&set)
    unsafe sigaddset(&set, SIGPIPE)
    let failure = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
    guard failure == 0 else { throw SystemCallError(call: "pthread_sigmask", number: failure) }
  }
}

/// A descriptor that is readable when its timer expires.
public struct TimerDescriptor: ~Copyable, Sendable {
  public let descriptor: OwnedDescriptor

  public init() throws(SystemCallError) {
    descriptor = OwnedDescriptor(
      owning: try systemCall("timerfd_create") {
        timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
      })
  }

  /// Sets the timer to expire after every `interval`.
  public func set(every interval: Duration) throws(SystemCallError) {
    precondition(interval > .zero, "a timer needs an interval")
    try set(first: timespec(interval), then: timespec(interval), flags: 0)
  }

  /// Sets the timer to expire once at `time`, or at once if that has passed.
  public func set(at time: MonotonicTime) throws(SystemCallError) {
    // Zero would stop the timer.
    let first = timespec(.nanoseconds(max(1, time.nanoseconds)))
    try set(first: first, then: timespec(), flags: TFD_TIMER_ABSTIME)
  }

  private func set(
    first: timespec, then: timespec, flags: Int
  ) throws(SystemCallError) {
    var setting = itimerspec(it_interval: then, it_value: first)
    let number = descriptor.number
    try systemCall("timerfd_settime") {
      unsafe timerfd_settime(number, Int32(flags), &setting, nil)
    }
  }

  /// Makes the descriptor unreadable, and returns the number of expirations.
  public func acknowledge() throws(SystemCallError) -> UInt64 {
    var count: UInt64 = 0
    let number = descriptor.number
    let read = try systemCallWithoutWaiting("read") {
      unsafe Glibc.read(number, &count, MemoryLayout<UInt64>.size)
    }
    return read == nil ? 0 : count
  }
}

extension timespec {
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self.init(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
  }
}
