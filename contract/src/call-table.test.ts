import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { deskEndpoints } from './desk/endpoints.ts';
import type { EndpointSpec } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { callTables } from './write-call-table.ts';

test.each(Object.entries(callTables))(
  '[API-71] the generated table of calls %s is up to date (else `npm run generated`)',
  (file, render) => {
    expect(readFileSync(new URL(`./${file}`, import.meta.url), 'utf8')).toBe(render());
  },
);

test('every endpoint has a unique name, and a unique method and path', () => {
  const all: [string, EndpointSpec][] = [...Object.entries(endpoints), ...Object.entries(deskEndpoints)];
  for (const [name, spec] of all) expect(spec.name).toBe(name);
  const routes = all.map(([, spec]) => `${spec.method} ${spec.path}`);
  expect(new Set(routes).size).toBe(routes.length);
});
