import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A rule of `deploy/alert-rules.yml`. */
export interface AlertRule {
  alert: string;
  expr: string;
  chapter: string;
}

/** The file lists one rule after the other, each with the same fields. */
export const readAlertRules = (projectDir: string): AlertRule[] => {
  const text = readFileSync(join(projectDir, 'deploy/alert-rules.yml'), 'utf8');
  return [...text.matchAll(/- alert: (.+)\n\s+expr: (.+)\n[\s\S]*?chapter: (.+)/g)].map(
    ([, alert = '', expr = '', chapter = '']) => ({ alert, expr, chapter }),
  );
};

/** One value of a metric as /metrics tells it. */
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

/** `[time() -] metric{label="…"} > 1`, or `increase(metric{…}[5m]) > 1`: all that the file's expressions may be. */
const form = /^(?:(time\(\) - )|(increase\())?(\w+)(?:\{([^}]*)\})?(?:\[\d+m\]\))? ([<>]) (\d+)$/;

/**
 * Whether a rule's expression holds for any series, as Prometheus would find it after these two scrapes.
 *
 * @param before the scrape that an increase is counted from
 */
export const holds = (expr: string, after: readonly Sample[], before: readonly Sample[], now: Date): boolean => {
  const [, age, increase, name, matchers = '', operator, threshold] = form.exec(expr) ?? [];
  if (name === undefined) throw new Error(`this expression is read by no test: ${expr}`);
  const wanted = [...matchers.matchAll(/(\w+)(!?=)"([^"]*)"/g)];
  const matches = (sample: Sample): boolean =>
    sample.name === name &&
    wanted.every(([, label = '', sign, value]) => (sample.labels[label] === value) === (sign === '='));
  // Of a series that was not there before Prometheus knows no increase.
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
