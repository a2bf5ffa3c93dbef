import type { Slice } from '../slice.ts';
import { contentRoutes } from './content.routes.ts';
import { pageCommands } from './page-command.ts';

export const content: Slice = {
  routes: contentRoutes,
  commands: pageCommands,
};
