/// Why a store cannot be opened, or cannot keep what it was given.
public enum StoreError: Error, Hashable, Sendable {
  /// Another process works on these files.
  case locked(path: String)
  /// The files can be read and not written.
  case readOnly(path: String)
  case diskFull(path: String)
  /// What stands in the file cannot have been written by this service.
  case corrupt(path: String, finding: String)
  /// A later release has written the file.
  case newerSchema(path: String, found: Int, known: Int)
  /// The system refused a call.
  case inputOutput(path: String, call: String, reason: String)
}

extension StoreError: CustomStringConvertible {
  /// What happened where, and what helps.
  public var description: String {
    switch self {
    case .locked(let path):
      "\(path) is in use by another process; stop that one, or choose another folder"
    case .readOnly(let path):
      "\(path) can be read but not written; links still resolve, nothing new is kept"
    case .diskFull(let path):
      "no room is left for \(path); free some, and writing goes on by itself"
    case .corrupt(let path, let finding):
      "\(path) is damaged: \(finding); restore it from a copy, for nothing was changed"
    case .newerSchema(let path, let found, let known):
      "\(path) has schema \(found), and this release knows \(known) at the most; use the newer one"
    case .inputOutput(let path, let call, let reason):
      "\(path): \(call) failed: \(reason)"
    }
  }
}

extension StoreError {
  /// Whether the same may succeed later without anybody's help.
  var mayPass: Bool {
    switch self {
    case .diskFull: true
    case .locked, .readOnly, .corrupt, .newerSchema, .inputOutput: false
    }
  }
}
