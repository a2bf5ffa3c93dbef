import type { Slice } from '../slice.ts';
import { doctorRoutes } from './doctor.routes.ts';
import { doctorCommand } from './doctor-command.ts';

export const doctor: Slice = { routes: doctorRoutes, commands: [doctorCommand] };
