import { writeFileSync } from 'node:fs';
import { deskEndpoints } from './desk/endpoints.ts';
import type { EndpointSpec } from './endpoint.ts';
import { endpoints } from './endpoints.ts';

/**
 * Source texts of the two call tables: method and path of every call except those of other systems. With them a browser's client
 * needs no schema. The shop's table holds nothing of the desk (OFF-01).
 */
export const callTables: Readonly<Record<string, () => string>> = {
  'call-table.ts': () => tableOf(endpoints, 'endpoints.ts'),
  'desk/call-table.ts': () => tableOf(deskEndpoints, 'desk/endpoints.ts'),
};

/** A row is as short as compression makes it. */
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
