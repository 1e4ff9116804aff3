// Writes the golden files of the histogram tests with HdrHistogram for Java.
//
//   apt-get install libhdrhistogram-java default-jdk-headless
//   java -cp /usr/share/java/hdrhistogram.jar Tests/Oracles/HistogramGolden.java \
//     Tests/Mathematics/StatisticsTests/Golden
//
// The committed files are from version 2.1.11. For every case: its interval in java.hlog under its
// name as the tag; in java.tsv one line per fact: case, fact, argument, value. Doubles are written
// as the hexadecimal digits of their bits. NAME.hgrm is the percentile table of one case.

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.HdrHistogram.HistogramLogWriter;

class HistogramGolden {
  static final double[] PERCENTILES = {
    0, 1e-9, 1, 2.5, 10, 25, 33.333, 50, 66.6, 75, 87.5, 90, 95, 99, 99.5, 99.9, 99.99, 99.999, 100
  };

  static final long[] INTERVALS = {1, 7, 1_000, 250_000, 3_000_000};

  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    Map<String, Histogram> cases = cases();
    try (PrintStream facts = new PrintStream(folder.resolve("java.tsv").toFile())) {
      cases.forEach((name, histogram) -> write(name, decoded(histogram), facts));
    }
    HistogramLogWriter log = new HistogramLogWriter(folder.resolve("java.hlog").toFile());
    log.outputComment("[Written by HdrHistogram for Java]");
    log.outputLogFormatVersion();
    log.outputStartTime(1_700_000_000_127L);
    log.outputBaseTime(1_700_000_000_000L);
    log.outputLegend();
    double start = 0.127;
    for (Map.Entry<String, Histogram> entry : cases.entrySet()) {
      entry.getValue().setTag(entry.getKey());
      log.outputIntervalHistogram(start, start + 1.5, entry.getValue(), 1_000_000);
      start += 1.5;
    }
    log.close();
    for (String name : new String[] {"lognormal-3", "uniform-1", "empty"}) {
      try (PrintStream table = new PrintStream(folder.resolve(name + ".hgrm").toFile())) {
        cases.get(name).outputPercentileDistribution(table, 5, 1000.0);
      }
    }
  }

  static Map<String, Histogram> cases() {
    Map<String, Histogram> cases = new LinkedHashMap<>();
    cases.put("empty", new Histogram(1, 3_600_000_000L, 3));
    cases.put("one", counted(new Histogram(1, 3_600_000_000L, 3), 1, 1));
    cases.put("zero", counted(new Histogram(1, 3_600_000_000L, 3), 0, 3));
    cases.put("zero-coarse", counted(new Histogram(1000, 3_600_000_000L, 3), 0, 3));
    cases.put("highest", counted(new Histogram(1, 3_600_000_000L, 3), 3_600_000_000L, 1));
    cases.put("largest", counted(new Histogram(1, Long.MAX_VALUE, 2), Long.MAX_VALUE, 1));
    cases.put("smallest-layout", counted(new Histogram(1, 2, 1), 2, 2));
    Histogram large = counted(new Histogram(1, 60_000_000, 3), 1234, (1L << 31) + 5);
    cases.put("count-2^31", counted(large, 999_999, 17));
    Histogram huge = counted(new Histogram(1, 60_000_000, 3), 5, 1L << 55);
    huge = counted(huge, 4711, (1L << 61) + 12345);
    cases.put("nine-bytes", counted(huge, 50_000_000, (1L << 62) - 1));
    Histogram runs = new Histogram(1, 60_000_000, 3);
    for (long value : new long[] {0, 1, 3, 4, 7, 2047, 2048, 2049, 2050, 2052, 4096, 59_999_999}) {
      counted(runs, value, value % 5 + 1);
    }
    cases.put("zero-runs", runs);
    for (int digits = 1; digits <= 5; digits++) {
      Random chance = new Random(digits);
      Histogram uniform = new Histogram(1, 1L << (20 + 5 * digits), digits);
      // At 5 digits an hour in nanoseconds would take a debug build of the tests long.
      Histogram lognormal = new Histogram(1, digits < 5 ? 3_600_000_000_000L : 1 << 30, digits);
      Histogram coarse = new Histogram(1000, 60_000_000_000L, digits);
      for (int number = 0; number < 300 + 37 * digits; number++) {
        uniform.recordValue((long) (chance.nextDouble() * (1L << (20 + 5 * digits))));
        double latency = Math.exp(14 + chance.nextGaussian());
        if (chance.nextInt(100) == 0) latency *= 300;
        lognormal.recordValue((long) latency);
        coarse.recordValue((long) latency);
      }
      cases.put("uniform-" + digits, uniform);
      cases.put("lognormal-" + digits, lognormal);
      cases.put("coarse-" + digits, coarse);
    }
    return cases;
  }

  // As a reader of the log sees it: in memory, Java's extremes differ where only zeros or only the
  // largest of all values were recorded.
  static Histogram decoded(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    histogram.encodeIntoByteBuffer(buffer);
    buffer.rewind();
    return Histogram.decodeFromByteBuffer(buffer, 0);
  }

  static Histogram counted(Histogram histogram, long value, long count) {
    histogram.recordValueWithCount(value, count);
    return histogram;
  }

  static void write(String name, Histogram histogram, PrintStream facts) {
    String layout =
        histogram.getLowestDiscernibleValue()
            + " " + histogram.getHighestTrackableValue()
            + " " + histogram.getNumberOfSignificantValueDigits();
    facts.println(name + "\tlayout\t\t" + layout);
    facts.println(name + "\tcount\t\t" + histogram.getTotalCount());
    facts.println(name + "\tmin\t\t" + histogram.getMinValue());
    facts.println(name + "\tmax\t\t" + histogram.getMaxValue());
    facts.println(name + "\tmean\t\t" + bits(histogram.getMean()));
    facts.println(name + "\tdeviation\t\t" + bits(histogram.getStdDeviation()));
    facts.println(name + "\tcounts\t\t" + counts(histogram));
    facts.println(name + "\tencoding\t\t" + encoding(histogram));
    for (double percentile : PERCENTILES) {
      if (histogram.getNumberOfSignificantValueDigits() == 5 && percentile % 25 > 0) continue;
      long value = histogram.getValueAtPercentile(percentile);
      facts.println(name + "\tpercentile\t" + bits(percentile) + "\t" + value);
      double share = histogram.getPercentileAtOrBelowValue(value);
      facts.println(name + "\tatOrBelow\t" + value + "\t" + bits(share));
      if (histogram.getTotalCount() == 0) break;
    }
    if (histogram.getTotalCount() > 10_000) return;
    for (long interval : INTERVALS) {
      // A short interval takes Java minutes where the values are large.
      if (histogram.getMaxValue() / interval > 100_000) continue;
      Histogram corrected = histogram.copyCorrectedForCoordinatedOmission(interval);
      facts.println(name + "\tcorrected\t" + interval + "\t" + sum(corrected));
    }
  }

  static String bits(double value) {
    return Long.toHexString(Double.doubleToRawLongBits(value));
  }

  static String counts(Histogram histogram) {
    StringBuilder text = new StringBuilder();
    for (HistogramIterationValue step : histogram.recordedValues()) {
      if (text.length() > 0) text.append(' ');
      text.append(step.getValueIteratedTo()).append(':').append(step.getCountAtValueIteratedTo());
    }
    return text.toString();
  }

  // Total, and a sum over the counters that a count in the wrong place would change.
  static String sum(Histogram histogram) {
    long sum = 0;
    for (HistogramIterationValue step : histogram.recordedValues()) {
      sum = sum * 31 + step.getValueIteratedTo() * 7 + step.getCountAtValueIteratedTo();
    }
    return histogram.getTotalCount() + " " + Long.toHexString(sum);
  }

  static String encoding(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoByteBuffer(buffer);
    long sum = 0;
    for (int index = 0; index < length; index++) sum = sum * 31 + (buffer.get(index) & 255);
    return length + " " + Long.toHexString(sum);
  }
}
