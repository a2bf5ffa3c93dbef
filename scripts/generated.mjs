// `npm run generated`: writes the generated files again: the tables of calls, the dump of the schema, the types of statements.
import { node, prepare, run } from './environment.mjs';

const apiTest = (file) => ['vitest', ['run', '--project', 'api', `server/src/testing/${file}`, '--update']];

await prepare();
for (const [command, args] of [
  [node, ['contract/src/write-call-table.ts']],
  apiTest('schema-dump.api.test.ts'),
  // Runs after the dump, because it reads the dump.
  apiTest('statements/statements.api.test.ts'),
]) {
  const { code } = await run(command, args);
  if (code !== 0) process.exit(code);
}
