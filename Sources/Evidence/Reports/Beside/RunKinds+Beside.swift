extension RunKinds {
  /// Two runs of a kind side by side: A is the first, B the second.
  public static func report(of folder: RunFiles, beside other: RunFiles) throws -> Report {
    let (run, otherRun) = (try folder.run(), try other.run())
    let (kind, otherKind) = (try kind(of: run, in: folder), try kind(of: otherRun, in: other))
    guard kind == otherKind else {
      throw UnreadableRun(
        "'\(folder.name)' is of the kind '\(kind.name)' and '\(other.name)' of '\(otherKind.name)': "
          + "two runs of one kind can be laid side by side")
    }
    return SideBySide(
      a: try kind.report(of: run, in: folder), b: try kind.report(of: otherRun, in: other),
      names: (folder.name, other.name)
    ).report
  }
}
