import type { Slice } from '../slice.ts';
import { doorCashRoutes } from './door-cash.routes.ts';
import { doorCashCommands } from './door-cash-command.ts';

export const doorCash: Slice = { routes: ({ db }) => doorCashRoutes(db), commands: doorCashCommands };
