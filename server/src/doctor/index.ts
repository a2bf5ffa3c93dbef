import type { Slice } from '../slice.ts';
import { doctorCommand } from './doctor-command.ts';

export const doctor: Slice = { commands: [doctorCommand] };
