import Glibc

/// A process that is started, listened to, and ended with its children.
struct ChildProcess {
  var arguments: [String]
  var environment: [String: String] = [:]
  var folder: String?
  /// Processor seconds after which the system ends it: a loop without end, whatever else runs here.
  var processorSeconds: Int?
  /// Seconds by the clock: waiting without end takes no processor time.
  var seconds: Double?
  /// Kilobytes of address space: a loop that also grows.
  var kilobytes: Int?

  struct Outcome {
    /// The exit code, or 128 and the signal.
    let code: Int32
    let output: String
    let wasTimedOut: Bool
    let seconds: Double
    let processorSeconds: Double
  }

  /// Runs to the end, or until a line of its output satisfies `stops`.
  func run(until stops: (Substring) -> Bool = { _ in false }) throws(MutantsError) -> Outcome {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw MutantsError("no pipe") }
    defer { close(ends[0]) }
    _ = fcntl(ends[0], F_SETFD, FD_CLOEXEC)
    let before = ChildProcess.childSeconds()
    let start = ChildProcess.now()
    let child = try spawn(writingTo: ends[1])
    close(ends[1])
    var output: [UInt8] = []
    var lineStart = 0
    var wasTimedOut = false
    var isEnded = false
    var status: Int32 = 0
    var hasStatus = false
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      var waited = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
      let ready = poll(&waited, 1, 200)
      if ChildProcess.wasInterrupted {
        kill(-child, SIGKILL)
        break
      }
      if ready > 0 {
        let count = read(ends[0], &chunk, chunk.count)
        if count <= 0 { break }
        output += chunk[..<count]
        while !isEnded, let end = output[lineStart...].firstIndex(of: 10) {
          if stops(Substring(String(decoding: output[lineStart..<end], as: UTF8.self))) {
            isEnded = true
            kill(-child, SIGKILL)
          }
          lineStart = end + 1
        }
        if isEnded { break }
      } else if let seconds, ChildProcess.now() - start > seconds {
        wasTimedOut = true
        kill(-child, SIGKILL)
        break
      } else if waitpid(child, &status, WNOHANG) == child {
        // What the child started may outlive it and hold the pipe open.
        hasStatus = true
        break
      }
    }
    while !hasStatus, waitpid(child, &status, 0) < 0, errno == EINTR {}
    kill(-child, SIGKILL)
    let signal = status & 0x7F
    if signal == SIGXCPU { wasTimedOut = true }
    return Outcome(
      code: signal == 0 ? (status >> 8) & 0xFF : 128 + signal,
      output: String(decoding: output, as: UTF8.self), wasTimedOut: wasTimedOut,
      seconds: ChildProcess.now() - start, processorSeconds: ChildProcess.childSeconds() - before)
  }

  private func spawn(writingTo output: Int32) throws(MutantsError) -> pid_t {
    var limits = ""
    if let processorSeconds { limits += "ulimit -t \(processorSeconds); " }
    if let kilobytes { limits += "ulimit -v \(kilobytes); " }
    limits += "ulimit -c 0; "
    if let folder { limits += "cd '\(folder)' && " }
    let words = ["/bin/sh", "-c", limits + "exec \"$0\" \"$@\""] + arguments
    var variables: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
      let pair = String(cString: text).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if pair.count == 2 { variables[String(pair[0])] = String(pair[1]) }
      entry += 1
    }
    variables.merge(environment) { _, new in new }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, output, 2)
    if output > 2 { posix_spawn_file_actions_addclose(&actions, output) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A group of its own, so that what it starts ends with it.
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    posix_spawnattr_setpgroup(&attributes, 0)
    var argv: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    var envp: [UnsafeMutablePointer<CChar>?] =
      variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in argv + envp { free(text) } }
    var child: pid_t = 0
    let failure = posix_spawn(&child, words[0], &actions, &attributes, &argv, &envp)
    guard failure == 0 else {
      throw MutantsError("\(arguments.first ?? ""): \(String(cString: strerror(failure)))")
    }
    return child
  }
}

// MARK: Time and interrupts

extension ChildProcess {
  nonisolated(unsafe) static var wasInterrupted = false

  /// After an interrupt the process that runs is ended, and `wasInterrupted` is set.
  static func watchInterrupts() {
    for number in [SIGINT, SIGTERM] {
      signal(number) { _ in ChildProcess.wasInterrupted = true }
    }
  }

  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Processor seconds of the children that have ended.
  private static func childSeconds() -> Double {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    return Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
      + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6
  }
}
