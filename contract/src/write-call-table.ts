import { writeFileSync } from 'node:fs';
import { renderCallTable } from './render-call-table.ts';

writeFileSync(new URL('./call-table.ts', import.meta.url), renderCallTable());
