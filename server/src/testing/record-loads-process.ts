import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** For `node --import`: writes the address of every module that the process loads to the file LOADED_FILES. */
const file = process.env.LOADED_FILES ?? '';
registerHooks({
  load: (url, context, nextLoad) => {
    appendFileSync(file, `${url}\n`);
    return nextLoad(url, context);
  },
});
