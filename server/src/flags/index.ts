import type { Slice } from '../slice.ts';
import { flagCommands } from './flag-command.ts';
import { flagsRoutes } from './flags.routes.ts';

export const flags: Slice = {
  routes: flagsRoutes,
  commands: flagCommands,
};
