//! Says at the very end of a run what each failed test failed with: whoever sees only the end of a long log knows why.
import type { FullConfig, Reporter, Suite, TestCase } from "@playwright/test/reporter";

const LINES = 12;

/** The first lines of every failure, without the colours of a terminal. */
export default class FailuresLast implements Reporter {
  private tests: TestCase[] = [];

  onBegin(_config: FullConfig, suite: Suite): void {
    this.tests = suite.allTests();
  }

  onEnd(): void {
    for (const test of this.tests.filter((test) => test.outcome() === "unexpected")) {
      console.log(`\nFailed: ${test.titlePath().filter(Boolean).join(" › ")}`);
      for (const { message = "" } of test.results.flatMap(({ errors }) => errors)) {
        console.log(message.replace(/\x1b\[\d+m/g, "").split("\n").slice(0, LINES).join("\n"));
      }
    }
  }
}
