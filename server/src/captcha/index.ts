import type { Slice } from '../slice.ts';
import { captchaRoutes } from './captcha.routes.ts';
import { captchaCrontab, deleteExpiredProofsTask } from './captcha.tasks.ts';

export const captcha: Slice = {
  routes: captchaRoutes,
  tasks: (services) => [deleteExpiredProofsTask(services)],
  cron: captchaCrontab,
};
