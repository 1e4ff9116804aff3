/// A rank that is waited for in vain, with its part of a population.
package struct LostRank: Error, CustomStringConvertible {
  package let description: String
}
