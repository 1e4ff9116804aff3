/// A call of MPI that failed.
package struct RankError: Error, CustomStringConvertible {
  package let description: String
}
