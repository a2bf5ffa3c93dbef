import { cronPayload, task } from '../jobs/worker.ts';
import type { Slice } from '../slice.ts';
import { auditRoutes } from './audit.routes.ts';
import { auditCommands } from './audit-command.ts';
import { sealAudit } from './seal-audit.ts';

export const audit: Slice = {
  routes: auditRoutes,
  tasks: ({ db }) => [task('seal-audit', cronPayload, (_, context) => sealAudit({ db }, context))],
  cron: '* * * * * seal-audit ?jobKey=seal-audit&jobKeyMode=preserve_run_at',
  commands: auditCommands,
};
