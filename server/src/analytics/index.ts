import type { Slice } from '../slice.ts';
import { analyticsRoutes } from './analytics.routes.ts';
import { analyticsCrontab, analyticsTasks } from './analytics.tasks.ts';
import { callEventUrl } from './call-event-url.ts';

export const analytics: Slice = {
  routes: analyticsRoutes,
  tasks: (services) => analyticsTasks({ ...services, callEvent: (url) => callEventUrl(url) }),
  cron: analyticsCrontab,
};
