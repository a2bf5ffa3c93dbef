import type { Slice } from '../slice.ts';
import { doctorUsage, runDoctorCommand } from './doctor-command.ts';

export const doctor: Slice = {
  commands: {
    doctor: {
      usage: doctorUsage,
      run: (call) => {
        const config = call.readConfig();
        return call.onDatabase(({ db }) => runDoctorCommand({ db, config, now: () => new Date(), say: call.say }));
      },
    },
  },
};
