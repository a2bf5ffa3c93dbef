import type { Slice } from '../slice.ts';
import { advisorCommands } from './advisor-command.ts';
import { advisorsRoutes } from './advisors.routes.ts';
import { advisorTable } from './advisors.table.ts';
import { deskAdvisorsRoutes } from './desk-advisors.routes.ts';

export const advisors: Slice = {
  entities: [advisorTable],
  routes: (services) => [...advisorsRoutes(services), ...deskAdvisorsRoutes(services)],
  commands: advisorCommands,
};
