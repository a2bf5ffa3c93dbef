import { findAcquirer } from '../payments/acquirers.ts';
import { createHttpPointsPrograms } from '../points/points-programs.ts';
import type { Slice } from '../slice.ts';
import { checkUsage, runCheckCommand } from './check-command.ts';
import { invariantMeasures } from './findings.store.ts';
import { invariantsCrontab, invariantsTask } from './invariants-task.ts';

export const invariants: Slice = {
  tasks: ({ upkeepDb: db, bankLedger: bank, programs }) => [invariantsTask({ db, books: { bank, programs } })],
  cron: invariantsCrontab,
  measures: invariantMeasures,
  commands: {
    check: {
      usage: checkUsage,
      run: (call) => {
        const config = call.readConfig();
        const books = { bank: findAcquirer(config).openLedger(), programs: createHttpPointsPrograms(config.bank) };
        return call.onDatabase(({ db }) => runCheckCommand({ ...call, db, books }));
      },
    },
  },
};
