// `npm run test:release-before`: the API tests of the previous release on the current schema (OPS-08). During the installation of
// a release, the nodes of the previous release run with the new schema. All data that they read and write must therefore still
// exist. `-- REF` uses another commit as the previous release.
import { existsSync } from 'node:fs';
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, run, say } from './environment.mjs';

/** Excluded, because this test compares the schema with the different schema of the release. */
const schemaTest = 'server/src/testing/schema-dump.api.test.ts';

/** Runs in the release's folder with its own Node. Prepares packages and pages like its `npm test`, then runs its API step. */
const program = `
import { prepare } from './scripts/environment.mjs';
import { apiStep, end, runSteps, saySeed } from './scripts/steps.mjs';
await prepare({ storefront: true });
saySeed('npm run test:release-before');
end(await runSteps([apiStep()]));
`;

/** Returns the output of git. If git fails, exits with 2. */
const git = async (...args) => {
  const { code, output } = await run('git', args, { quiet: true });
  if (code === 0) return output.trim();
  say(output.trim());
  process.exit(2);
};

/** Returns the newest tag before this commit in its history. v1.2.0-rc.1 comes before v1.2.0. */
const findReleaseBefore = async () => {
  const newestFirst = ['-c', 'versionsort.suffix=-', 'tag', '--sort=-version:refname'];
  const [newest] = (await git(...newestFirst, '--list', 'v*', '--merged', 'HEAD', '--no-contains', 'HEAD')).split('\n');
  if (newest !== '') return newest;
  say(
    'No release came before: no tag v… leads to this commit. `npm run test:release-before -- REF` takes any commit for it.',
  );
  process.exit(2);
};

const ref = process.argv[2] ?? (await findReleaseBefore());
const commit = await git('rev-list', '--max-count=1', ref, '--');
const tree = await mkdtemp(join(tmpdir(), 'ceiba-release-before-'));
// If root runs the tests, they start PostgreSQL as another user, and this user needs access to this folder.
await chmod(tree, 0o755);
// Ctrl+C also reaches the tests. They end, and their folder is removed.
process.on('SIGINT', () => {});
await git('worktree', 'add', '--detach', tree, commit);
say(`${ref} (${commit.slice(0, 8)}) on the schema of today`);
// Replaces only the schema, with its functions and triggers. Statements are in the code.
await rm(join(tree, 'server', 'sql'), { recursive: true });
await cp(join(root, 'server', 'sql'), join(tree, 'server', 'sql'), { recursive: true });
// The release's tests expect the cards and flags that its baseline inserted, and that this change removes.
const change = join(tree, 'server', 'sql', 'changes', '0022-policies-start-without-demo.sql');
if (existsSync(change))
  await writeFile(change, (await readFile(change, 'utf8')).replaceAll(/delete from (?:card_bins|flags)[^;]*;/g, ''));
await rm(join(tree, schemaTest), { force: true });
const { code } = await run(process.execPath, ['--input-type=module', '--eval', program], {
  cwd: tree,
  env: process.env,
});
await git('worktree', 'remove', '--force', tree);
process.exit(code);
