import { unreachedOf } from './reach.ts';
import { reachedRanges } from './reached-ranges.ts';

// Said before a mutation run, so that its figures are read as what they are.
process.stdout.write(
  `Only reached rules are mutated: ${reachedRanges('domain').length} values; ${unreachedOf('domain').length} are left out.\n`,
);
