import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { endpoints } from './endpoints.ts';
import { renderCallTable } from './write-call-table.ts';

test('[API-71] the client’s table of calls is the one the endpoints describe (else run write-call-table.ts)', () => {
  expect(readFileSync(new URL('./call-table.ts', import.meta.url), 'utf8')).toBe(renderCallTable());
});

test('every endpoint is listed under its own name and no two share method and path', () => {
  for (const [name, spec] of Object.entries(endpoints)) expect(spec.name).toBe(name);
  const routes = Object.values(endpoints).map((spec) => `${spec.method} ${spec.path}`);
  expect(new Set(routes).size).toBe(routes.length);
});
