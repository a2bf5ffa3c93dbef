import type { Slice } from '../slice.ts';
import { advisorCommands } from './advisor-command.ts';
import { advisorsRoutes } from './advisors.routes.ts';

export const advisors: Slice = {
  routes: advisorsRoutes,
  commands: advisorCommands,
};
