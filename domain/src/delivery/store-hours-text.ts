import { parseCivilDate } from '../dates/civil-date.ts';
import { ok, type Result, refuse } from '../result.ts';
import { type DatedHours, type OpeningHours, storeDays } from './store-hours.ts';

const dayWords: Readonly<Record<(typeof storeDays)[number], string>> = {
  sun: 'dom',
  mon: 'lun',
  tue: 'mar',
  wed: 'mie',
  thu: 'jue',
  fri: 'vie',
  sat: 'sab',
  holiday: 'feriado',
};

const dayOf = (word: string) => storeDays.find((day) => dayWords[day] === word);

const clock = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Returns whether a store can open from one time to the other of the same day, "HH:MM". */
export const areOpeningTimes = (opens: string, closes: string): boolean =>
  clock.test(opens) && (clock.test(closes) || closes === '24:00') && opens < closes;

const wrong = (text: string) => refuse({ code: 'wrong' as const, text });

type Reading<T> = Result<T, { code: 'wrong'; text: string }>;

const partsOf = (text: string): string[] =>
  text
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** Parses weekly hours as files and desk calls write them: `lun,mar 09:00-18:00|sab 10:00-14:00`. Empty = unknown hours. */
export function readHours(text: string): Reading<OpeningHours[]> {
  const hours: OpeningHours[] = [];
  for (const part of partsOf(text)) {
    const [, words = '', opens = '', closes = ''] = /^([a-z,]+) +(\d\d:\d\d)-(\d\d:\d\d)$/.exec(part) ?? [];
    const days = words.split(',').map(dayOf);
    const known = days.flatMap((day) => (day === undefined ? [] : [day]));
    if (known.length !== days.length || !areOpeningTimes(opens, closes))
      return wrong(`«${part}» no es un horario como «lun,mar 09:00-18:00» (${Object.values(dayWords).join(', ')}).`);
    hours.push({ days: known, opens, closes });
  }
  return ok(hours);
}

/** Formats hours so that `readHours` parses them. */
export const writeHours = (hours: readonly OpeningHours[]): string =>
  hours.map(({ days, opens, closes }) => `${days.map((day) => dayWords[day]).join(',')} ${opens}-${closes}`).join('|');

/** Maximum number of a store's dated exceptions, and of characters in a reason. */
export const maxExceptions = 100;
export const reasonMaxLength = 60;

/**
 * Parses dated exceptions: `2026-12-24 09:00-14:00 Nochebuena|2026-12-25 cerrado Navidad`. The result is sorted by
 * date, and each date occurs once.
 */
export function readExceptions(text: string): Reading<DatedHours[]> {
  const exceptions: DatedHours[] = [];
  for (const part of partsOf(text)) {
    const [, day = '', opens = null, closes = null, typed = ''] =
      /^(\d{4}-\d{2}-\d{2}) +(?:cerrado|(\d\d:\d\d)-(\d\d:\d\d)) +(\S.*)$/.exec(part) ?? [];
    const date = parseCivilDate(day);
    const reason = typed.trim();
    if (!date.ok || reason === '' || (opens !== null && !areOpeningTimes(opens, closes ?? '')))
      return wrong(`«${part}» no es un día como «2026-12-24 09:00-14:00 Nochebuena» o «2026-12-25 cerrado Navidad».`);
    if (reason.length > reasonMaxLength) return wrong(`El motivo puede tener ${reasonMaxLength} caracteres.`);
    if (exceptions.some((other) => other.date === date.value)) return wrong(`El ${date.value} está dos veces.`);
    exceptions.push({ date: date.value, opens, closes, reason });
  }
  if (exceptions.length > maxExceptions) return wrong(`Puede haber ${maxExceptions} días a lo más.`);
  return ok(exceptions.toSorted((a, b) => a.date.localeCompare(b.date)));
}

/** Formats exceptions so that `readExceptions` parses them. */
export const writeExceptions = (exceptions: readonly DatedHours[]): string =>
  exceptions
    .map(({ date, opens, closes, reason }) =>
      [date, opens === null || closes === null ? 'cerrado' : `${opens}-${closes}`, reason].join(' '),
    )
    .join('|');
