import { findAcquirer } from '../payments/acquirers.ts';
import { createHttpPointsPrograms } from '../points/points-programs.ts';
import type { Slice } from '../slice.ts';
import { checkCommand } from './check-command.ts';
import { invariantsCrontab, invariantsTask } from './invariants-task.ts';

export const invariants: Slice = {
  tasks: ({ upkeepDb: db, bankLedger: bank, programs }) => [invariantsTask({ db, books: { bank, programs } })],
  cron: invariantsCrontab,
  commands: [
    checkCommand((config) => ({
      bank: findAcquirer(config).openLedger(),
      programs: createHttpPointsPrograms(config.bank),
    })),
  ],
};
