/// The command line tool, as a library: tests call it without starting a process.
public enum Growthloop {
  public static func run(_ arguments: [String]) -> Int32 { 0 }
}
