internal import Glibc

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
