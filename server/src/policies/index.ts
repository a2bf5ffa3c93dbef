import type { Slice } from '../slice.ts';
import { policiesRoutes } from './policies.routes.ts';
import { policyCommands } from './policy-command.ts';

export const policies: Slice = {
  routes: policiesRoutes,
  commands: policyCommands,
};
