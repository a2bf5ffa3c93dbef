import { readFileSync } from 'node:fs';

/**
 * Loaded into a shop's process before anything else (`--import`). Its clock differs from the machine's by the milliseconds in the
 * file CHAOS_CLOCK, which is read again at each SIGUSR2. Timers do not change, as when an operator or a time server sets a
 * machine's clock.
 */
const file = process.env.CHAOS_CLOCK ?? '';

const read = (): number => Number(readFileSync(file, 'utf8'));

let step = read();
process.on('SIGUSR2', () => {
  step = read();
});

const now = Date.now.bind(Date);
globalThis.Date = new Proxy(Date, {
  construct: (date, parts, made) => Reflect.construct(date, parts.length === 0 ? [now() + step] : parts, made),
  get: (date, name) => (name === 'now' ? () => now() + step : Reflect.get(date, name)),
});
