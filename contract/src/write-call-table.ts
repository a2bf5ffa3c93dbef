import { writeFileSync } from 'node:fs';
import { endpoints } from './endpoints.ts';

/** Source text of call-table.ts: method and path of every call but those of other systems, so that the browser's client needs no schema. */
export const renderCallTable = (): string => {
  const rows = Object.entries(endpoints)
    .filter(([, { auth }]) => auth !== 'token')
    .map(([name, spec]) => `  ${name}: ['${spec.method}', '${spec.path}'],`);
  return `// Written by write-call-table.ts from endpoints.ts; a test keeps it current.\nexport const callTable = {\n${rows.join('\n')}\n} as const;\n`;
};

if (import.meta.main) writeFileSync(new URL('./call-table.ts', import.meta.url), renderCallTable());
