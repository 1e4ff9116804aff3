internal import Glibc

/// The time of day as HTTP writes it.
enum HTTPDate {
  static func now() -> String {
    var seconds = time(nil)
    var parts = unsafe tm()
    unsafe gmtime_r(&seconds, &parts)
    let weekday = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][unsafe Int(parts.tm_wday)]
    let month = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ][unsafe Int(parts.tm_mon)]
    let day = unsafe "\(two(parts.tm_mday)) \(month) \(parts.tm_year + 1900)"
    let clock = unsafe [parts.tm_hour, parts.tm_min, parts.tm_sec].map(two).joined(separator: ":")
    return "\(weekday), \(day) \(clock) GMT"
  }

  private static func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
