import type { Slice } from '../slice.ts';
import { contentRoutes } from './content.routes.ts';
import { registerHomePreview } from './home-preview.ts';
import { pageCommands } from './page-command.ts';
import { redirectTable } from './redirects.table.ts';

export const content: Slice = {
  entities: [redirectTable],
  routes: contentRoutes,
  register: (services) => [registerHomePreview(services)],
  commands: pageCommands,
};
