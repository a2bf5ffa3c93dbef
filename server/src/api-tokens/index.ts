import type { Slice } from '../slice.ts';
import { tokenCommands } from './token-command.ts';

export const apiTokens: Slice = { commands: tokenCommands };
