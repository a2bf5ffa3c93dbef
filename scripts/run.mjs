// `node scripts/run.mjs [--prepare] FILE.ts …`: runs one of the project's TypeScript commands with the project's own Node. Only
// with `--prepare`, in commands for developers, installs missing packages.
import { launch, stopWithNpm } from './children.mjs';
import { prepare, requireInstalled } from './environment.mjs';

const words = process.argv.slice(2);
const isPrepared = words[0] === '--prepare';
if (isPrepared) await prepare();
else requireInstalled();
const [file, ...args] = words.slice(isPrepared ? 1 : 0);
const child = launch(file, args);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
stopWithNpm(() => child.kill('SIGTERM'));
child.on('close', (code) => process.exit(code ?? 1));
