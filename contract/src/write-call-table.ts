import { writeFileSync } from 'node:fs';
import { deskEndpoints } from './desk/endpoints.ts';
import type { EndpointSpec } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

/**
 * Returns the source texts of the two call tables: method and path of every call except those for other systems. With a table,
 * the client in the browser needs no schema. The shop's table contains no desk call (OFF-01).
 */
export const callTables: Readonly<Record<string, () => string>> = {
  'call-table.ts': () => tableOf(endpoints, 'endpoints.ts'),
  'desk/call-table.ts': () => tableOf(deskEndpoints, 'desk/endpoints.ts'),
};

/** Returns a short text for a row: the path, then the method unless it is GET. */
const rowOf = ({ method, path }: EndpointSpec): string => (method === 'GET' ? `'${path}'` : `'${path} ${method}'`);

const tableOf = (calls: Readonly<Record<string, EndpointSpec>>, source: string): string => {
  const rows = Object.entries(calls)
    .filter(([, { auth }]) => auth !== 'token')
    .map(([name, spec]) => `  ${name}: ${rowOf(spec)},`);
  return `// Written by write-call-table.ts from ${source}; a test keeps it current.\nexport const ${source === 'endpoints.ts' ? 'callTable' : 'deskCallTable'} = {\n${rows.join('\n')}\n} as const;\n`;
};

if (import.meta.main)
  for (const [file, render] of Object.entries(callTables))
    writeFileSync(new URL(`./${file}`, import.meta.url), render());
