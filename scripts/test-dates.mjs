// `npm run test:dates` repeats the unit, screen and API tests on other dates (libfaketime). This finds tests that
// depend on the date on which they were written. Run it at night, because each date takes as long as one normal run of
// these tests.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, projectEnv, run, say } from './environment.mjs';
import { apiStep, deskScreenStep, end, runSteps, saySeed, screenStep, unitStep } from './steps.mjs';

const dayMs = 86_400_000;

/** Guatemala has no daylight-saving time, and is always six hours behind UTC. */
const guatemalaMs = -6 * 3_600_000;

const now = Date.now();

/** Returns the next moment with this date and time in Guatemala, in ms since 1970. */
const next = (month, day, hour, minute) => {
  const year = new Date(now + guatemalaMs).getUTCFullYear();
  const at = [year, year + 1].map((one) => Date.UTC(one, month - 1, day, hour, minute) - guatemalaMs);
  return at.find((moment) => moment > now);
};

const daysUntilSunday = 7 - new Date(now + guatemalaMs).getUTCDay();

const testDates = {
  '24 December, 23:58': next(12, 24, 23, 58),
  '31 December, 23:58': next(12, 31, 23, 58),
  '28 February, 12:00': next(2, 28, 12, 0),
  'a Sunday': now + daysUntilSunday * dayMs,
  'a month ahead': now + 31 * dayMs,
  'three months ahead': now + 92 * dayMs,
};

const findLibrary = () => {
  const folders = ['/usr/lib', '/usr/local/lib', '/opt/homebrew/lib'].filter(existsSync);
  const places = folders.flatMap((folder) => [folder, ...readdirSync(folder).map((name) => join(folder, name))]);
  return places.map((place) => join(place, 'faketime', 'libfaketime.so.1')).find(existsSync);
};

/** Returns the path of libfaketime, which changes a process's clock. If it is missing, installs it as root with apt-get. */
const findOrInstallLibrary = async () => {
  const present = findLibrary();
  if (present !== undefined || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return present;
  await run('apt-get', ['update'], { quiet: true });
  await run('apt-get', ['install', '-y', '--no-install-recommends', 'faketime'], { quiet: true });
  return findLibrary();
};

await prepare();
const library = await findOrInstallLibrary();
if (library === undefined) {
  say('This command needs libfaketime: install the package "faketime".');
  process.exit(1);
}

// `npm run test:dates -- December` runs the dates whose names contain that word.
const dayWord = process.argv[2] ?? '';
if (!Object.keys(testDates).some((name) => name.includes(dayWord))) {
  say(`No day has "${dayWord}" in its name. Days: ${Object.keys(testDates).join('; ')}.`);
  process.exit(1);
}
saySeed('npm run test:dates');
const totals = [];
for (const [name, moment] of Object.entries(testDates)) {
  if (!name.includes(dayWord)) continue;
  const shifted = Math.round((moment - Date.now()) / 1000);
  Object.assign(projectEnv, {
    LD_PRELOAD: library,
    FAKETIME: `+${shifted}s`,
    // Durations must not depend on the date.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  });
  const { output } = await run('node', ['-p', 'new Date().toISOString()'], { quiet: true });
  const seenMs = Date.parse(output.trim());
  say(`\n${name}: the tests' clock says ${output.trim()}`);
  // Without this check, the tests would pass on every date even if the library had no effect.
  if (!(Math.abs(seenMs - moment) < 3_600_000)) {
    say('libfaketime does not change the clock on this machine.');
    process.exit(1);
  }
  totals.push(await runSteps([apiStep(), screenStep(), deskScreenStep(), unitStep()], 2));
}
end(...totals);
