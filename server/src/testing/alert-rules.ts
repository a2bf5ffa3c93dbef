import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A rule of `deploy/alert-rules.yml`. */
export interface AlertRule {
  alert: string;
  expr: string;
  chapter: string;
}

/** Parses the file, a list of rules with the same fields. */
export const readAlertRules = (projectDir: string): AlertRule[] => {
  const text = readFileSync(join(projectDir, 'deploy/alert-rules.yml'), 'utf8');
  return [...text.matchAll(/- alert: (.+)\n\s+expr: (.+)\n[\s\S]*?chapter: (.+)/g)].map(
    ([, alert = '', expr = '', chapter = '']) => ({ alert, expr, chapter }),
  );
};

/** One value of a metric, as in /metrics. */
export interface Sample {
  name: string;
  labels: Readonly<Record<string, string>>;
  value: number;
}

const labelsIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );

/** Reads the Prometheus text format. */
export const readSamples = (text: string): Sample[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
      return { name, labels: labelsIn(labels), value: Number(value) };
    });

/** The only forms of expressions in the file: `[time() -] metric{label="…"} > 1`, or `increase(metric{…}[5m]) > 1`. */
const form = /^(?:(time\(\) - )|(increase\())?(\w+)(?:\{([^}]*)\})?(?:\[\d+m\]\))? ([<>]) (\d+)$/;

/**
 * Returns whether a rule's expression is true for any series, as Prometheus would decide after these two scrapes.
 *
 * @param before the scrape from which an increase is counted
 */
export const holds = (expr: string, after: readonly Sample[], before: readonly Sample[], now: Date): boolean => {
  const [, age, increase, name, matchers = '', operator, threshold] = form.exec(expr) ?? [];
  if (name === undefined) throw new Error(`this expression is read by no test: ${expr}`);
  const wanted = [...matchers.matchAll(/(\w+)(!?=)"([^"]*)"/g)];
  const matches = (sample: Sample): boolean =>
    sample.name === name &&
    wanted.every(([, label = '', sign, value]) => (sample.labels[label] === value) === (sign === '='));
  // In Prometheus, a series that was absent before has no increase.
  const earlier = ({ labels, value }: Sample): number =>
    before.find((old) => matches(old) && JSON.stringify(old.labels) === JSON.stringify(labels))?.value ?? value;
  const measured = (sample: Sample): number => {
    if (age !== undefined) return now.getTime() / 1_000 - sample.value;
    return increase === undefined ? sample.value : sample.value - earlier(sample);
  };
  return after
    .filter(matches)
    .some((sample) => (operator === '>' ? measured(sample) > Number(threshold) : measured(sample) < Number(threshold)));
};
