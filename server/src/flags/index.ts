import type { Slice } from '../slice.ts';
import { deskFlagsRoutes } from './desk-flags.routes.ts';
import { flagCommands } from './flag-command.ts';
import { flagsRoutes } from './flags.routes.ts';

export const flags: Slice = {
  routes: (services) => [...flagsRoutes(services), ...deskFlagsRoutes(services)],
  commands: flagCommands,
};
