import { databaseCommand, type Slice } from '../slice.ts';
import { flagUsage, runFlagCommand } from './flag-command.ts';
import { flagsRoutes } from './flags.routes.ts';

export const flags: Slice = {
  routes: flagsRoutes,
  commands: { flag: databaseCommand(flagUsage, runFlagCommand) },
};
