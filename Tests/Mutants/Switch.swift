/// The files that the copy gets beside its planted sources: the switch, in C since a rule module
/// imports nothing, and the functions that ask it.
enum Switch {
  static let header = """
    #pragma once
    #include <stdint.h>

    /// The number of the mutant that is on; 0 where none is.
    extern int32_t mutants_active;
    /// One byte for each number, set when it is asked for.
    extern uint8_t *mutants_reached;

    static inline _Bool mutants_on(int32_t number) {
      mutants_reached[number] = 1;
      return number == mutants_active;
    }
    """

  /// What was asked is kept in a file that the process shares, so that a crash loses nothing.
  static func implementation(highest: Int) -> String {
    """
    #include "CMutants.h"
    #include <fcntl.h>
    #include <stdlib.h>
    #include <sys/mman.h>
    #include <unistd.h>

    static uint8_t unread[\(highest + 2)];
    int32_t mutants_active = 0;
    uint8_t *mutants_reached = unread;

    __attribute__((constructor)) static void read_switch(void) {
      const char *number = getenv("MUTANT");
      if (number) mutants_active = atoi(number);
      const char *path = getenv("MUTANTS_REACHED");
      if (!path) return;
      int file = open(path, O_RDWR | O_CREAT, 0644);
      if (file < 0 || ftruncate(file, sizeof unread) != 0) return;
      void *shared = mmap(0, sizeof unread, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
      close(file);
      if (shared != MAP_FAILED) mutants_reached = shared;
    }
    """
  }

  /// Public, since inlinable code and default arguments of public functions ask, too.
  static let functions = """
    public import CMutants

    @inlinable @inline(__always)
    public func mutantOn(_ number: Int32) -> Bool { mutants_on(number) }

    @inlinable @inline(__always)
    public func mutantNegated(_ number: Int32, _ condition: Bool) -> Bool {
      mutants_on(number) != condition
    }

    @inlinable @inline(__always)
    public func mutantNumber<N: ExpressibleByIntegerLiteral>(
      _ number: Int32, _ original: N, _ greater: N
    ) -> N {
      mutants_on(number) ? greater : original
    }

    @inlinable @inline(__always)
    public func mutantNumber<N: ExpressibleByIntegerLiteral>(
      _ number: Int32, _ original: N, _ greater: N, _ less: N
    ) -> N {
      if mutants_on(number) { return greater }
      return mutants_on(number + 1) ? less : original
    }

    @inlinable @inline(__always)
    public func mutantLess<C: Comparable>(_ number: Int32, _ a: C, _ b: C) -> Bool {
      mutants_on(number) ? a <= b : a < b
    }

    @inlinable @inline(__always)
    public func mutantLessOrEqual<C: Comparable>(_ number: Int32, _ a: C, _ b: C) -> Bool {
      mutants_on(number) ? a < b : a <= b
    }

    @inlinable @inline(__always)
    public func mutantGreater<C: Comparable>(_ number: Int32, _ a: C, _ b: C) -> Bool {
      mutants_on(number) ? a >= b : a > b
    }

    @inlinable @inline(__always)
    public func mutantGreaterOrEqual<C: Comparable>(_ number: Int32, _ a: C, _ b: C) -> Bool {
      mutants_on(number) ? a > b : a >= b
    }
    """
}
