/// Philox4x32-10 of Salmon et al. (2011): a keyed bijection of counters that serves as random numbers.
public enum Philox {
}
