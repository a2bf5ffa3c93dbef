import type { Slice } from '../slice.ts';
import { recommendationsRoutes } from './recommendations.routes.ts';
import { countBoughtTogetherTask, recommendationsCrontab } from './recommendations.tasks.ts';

export const recommendations: Slice = {
  routes: recommendationsRoutes,
  tasks: (services) => [countBoughtTogetherTask(services)],
  cron: recommendationsCrontab,
};
