import { readSource } from './source-files.ts';

/** Names that docs/spec/waiting-rules.md lists, each with the capability it waits for. */
export const listWaiting = (): { name: string; capability: string }[] =>
  readSource('docs/spec/waiting-rules.md')
    .split('\n')
    .flatMap((line) => {
      const [, capability, names] = /^\| ([^|]+) \| ((?:`\w+`[, ]*)+) \|$/.exec(line) ?? [];
      if (capability === undefined || names === undefined) return [];
      return [...names.matchAll(/`(\w+)`/g)].map(([, name]) => ({ name: name ?? '', capability: capability.trim() }));
    });

/** `file name` of what docs/spec/waiting-rules.md lists as reached by tools alone: rows `| file | `value` | why |`. */
export const listJustified = (): string[] =>
  [...readSource('docs/spec/waiting-rules.md').matchAll(/^\| `([\w./-]+\.tsx?)` \| `(\w+)` \| [^|]+ \|$/gm)].map(
    ([, file, name]) => `${file} ${name}`,
  );
