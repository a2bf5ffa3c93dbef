import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

/** `node --import` this file: the address of every module the process loads becomes a line of the file LOADED_FILES. */
const file = process.env.LOADED_FILES ?? '';
registerHooks({
  load: (url, context, nextLoad) => {
    appendFileSync(file, `${url}\n`);
    return nextLoad(url, context);
  },
});
