import type { Slice } from '../slice.ts';
import { registerIdentityPages } from './identity-pages.ts';
import { shopCommands } from './shop-command.ts';

export const identity: Slice = {
  register: (services) => [registerIdentityPages(services)],
  commands: shopCommands,
};
