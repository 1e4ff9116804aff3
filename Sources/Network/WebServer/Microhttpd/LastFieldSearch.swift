internal import Glibc

/// Finds the last header field with a name, in any case.
struct LastFieldSearch {
  private let name: String
  private(set) var value: String?

  init(for name: String) {
    self.name = name
  }

  mutating func look(at name: UnsafeRawBufferPointer, value: UnsafeRawBufferPointer) {
    guard name.count == self.name.utf8.count,
      unsafe zip(name, self.name.utf8).allSatisfy({ tolower(Int32($0)) == tolower(Int32($1)) })
    else { return }
    self.value = unsafe String(decoding: value, as: UTF8.self)
  }
}
