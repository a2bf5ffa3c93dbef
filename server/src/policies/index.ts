import { databaseCommand, type Slice } from '../slice.ts';
import { policiesRoutes } from './policies.routes.ts';
import { policyUsage, runPolicyCommand } from './policy-command.ts';

export const policies: Slice = {
  routes: policiesRoutes,
  commands: { policy: databaseCommand(policyUsage, runPolicyCommand) },
};
