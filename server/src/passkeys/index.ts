import type { Slice } from '../slice.ts';
import { passkeysRoutes } from './passkeys.routes.ts';
import { deleteOldChallengesTask, passkeysCrontab } from './passkeys.tasks.ts';

export const passkeys: Slice = {
  routes: passkeysRoutes,
  tasks: (services) => [deleteOldChallengesTask(services)],
  cron: passkeysCrontab,
};
