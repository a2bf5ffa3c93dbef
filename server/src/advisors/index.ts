import { databaseCommand, type Slice } from '../slice.ts';
import { advisorUsage, runAdvisorCommand } from './advisor-command.ts';
import { advisorsRoutes } from './advisors.routes.ts';

export const advisors: Slice = {
  routes: advisorsRoutes,
  commands: { advisor: databaseCommand(advisorUsage, runAdvisorCommand) },
};
