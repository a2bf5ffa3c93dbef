import type { Slice } from '../slice.ts';
import { secretsCommands } from './secrets-command.ts';

export const secrets: Slice = { commands: secretsCommands };
