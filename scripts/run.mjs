// `node scripts/run.mjs FILE.ts …`: runs one of the project's TypeScript commands under the project's own Node.
import { launch, stopWithNpm } from './children.mjs';
import { prepare } from './environment.mjs';

await prepare();
const [file, ...args] = process.argv.slice(2);
const child = launch(file, args);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
stopWithNpm(() => child.kill('SIGTERM'));
child.on('close', (code) => process.exit(code ?? 1));
