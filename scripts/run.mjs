// `node scripts/run.mjs FILE.ts …`: runs one of the project's TypeScript commands under the project's own Node.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { install, node, projectEnv, root } from './environment.mjs';

await install();
const [file, ...args] = process.argv.slice(2);
const child = spawn(node, [join(root, file), ...args], { cwd: root, env: projectEnv, stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('close', (code) => process.exit(code ?? 1));
