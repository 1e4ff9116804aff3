public import GrowthloopFindings

extension RunKinds {
  /// Returns two runs of a kind side by side: A is the first, B the second.
  public static func report(of folder: RunFolder, beside other: RunFolder) throws -> Report {
    let (kind, otherKind) = (try kind(of: folder), try kind(of: other))
    guard kind == otherKind else {
      throw UnreadableRun(
        "'\(folder.name)' is of the kind '\(kind.kind)' and '\(other.name)' of '\(otherKind.kind)': "
          + "two runs of one kind can be laid side by side")
    }
    return SideBySide(
      a: try report(of: folder), b: try report(of: other), names: (folder.name, other.name)
    ).report
  }
}
