import { traceRequirements } from './requirements.ts';

const traces = traceRequirements();
if (process.argv.includes('--json')) {
  process.stdout.write(`${JSON.stringify(traces, null, 2)}\n`);
} else {
  const total = traces.reduce((sum, { withTest, withoutTest }) => sum + withTest.length + withoutTest.length, 0);
  const proved = traces.reduce((sum, { withTest }) => sum + withTest.length, 0);
  for (const { group, withTest, withoutTest } of traces) {
    const all = withTest.length + withoutTest.length;
    process.stdout.write(
      `${group.padEnd(6)} ${String(withTest.length).padStart(3)} of ${String(all).padStart(3)}  without: ${withoutTest.join(' ') || 'none'}\n`,
    );
  }
  process.stdout.write(`\n${proved} of ${total} requirements are quoted by a test.\n`);
}
