import { explainRequirement } from './why.ts';

// `npm run why DEC-148` prints the text of a requirement, and the tests that prove it. Exits with 1 if no document
// defines the ID.
const ids = process.argv.slice(2).map((word) => word.toUpperCase());
if (ids.length === 0) {
  process.stderr.write('Name at least one ID: npm run why DEC-148\n');
  process.exitCode = 1;
}
for (const id of ids) {
  const answer = explainRequirement(id);
  if (answer === undefined) process.exitCode = 1;
  process.stdout.write(`${answer ?? `No document of docs/spec defines ${id}.`}\n`);
}
