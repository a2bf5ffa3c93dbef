import type { Slice } from '../slice.ts';
import { registerIdentityPages } from './identity-pages.ts';
import { settingsRoutes } from './settings.routes.ts';
import { shopCommands } from './shop-command.ts';

export const identity: Slice = {
  routes: settingsRoutes,
  register: (services) => [registerIdentityPages(services)],
  commands: shopCommands,
};
