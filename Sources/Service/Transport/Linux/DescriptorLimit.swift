internal import CGrowthloopEpoll
internal import Glibc

/// The limit of open descriptors of this process.
public enum DescriptorLimit {
  /// Raises the limit to `count`, as far as the system allows; returns the resulting limit.
  public static func raise(to count: Int) throws(SystemCallError) -> Int {
    var limit = rlimit()
    try systemCall("getrlimit") {
      unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
    guard limit.rlim_cur < UInt(count), limit.rlim_cur < limit.rlim_max else {
      return Int(clamping: limit.rlim_cur)
    }
    limit.rlim_cur = min(UInt(count), limit.rlim_max)
    try systemCall("setrlimit") {
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
    return Int(clamping: limit.rlim_cur)
  }
}
