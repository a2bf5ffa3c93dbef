import { formatTypedPhone } from '@ceiba/domain/customers/phone';
import {
  addDays,
  type CivilDate,
  civilParts,
  guatemalaDate,
  guatemalaTime,
  parseCivilDate,
} from '@ceiba/domain/dates/civil-date';
import { formatDate } from '@ceiba/domain/dates/spanish-date';
import { formatQ, fromQuetzales, withThousands } from '@ceiba/domain/money/money';

/** The text for a missing value. */
export const nothing = '–';

const shortMonths = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'];

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Formats decimal quetzales of the API as "Q1,299.00"; negative ones as "-Q379.55". */
export const moneyText = (quetzales: number): string => {
  const amount = fromQuetzales(Math.abs(quetzales));
  if (!amount.ok) return nothing;
  return quetzales < 0 ? `-${formatQ(amount.value)}` : formatQ(amount.value);
};

/** For example "2,318". */
export const countText = (value: number): string => withThousands(String(value));

const shortDay = (date: CivilDate, today: CivilDate): string => {
  if (date === today) return 'Hoy';
  if (date === addDays(today, -1)) return 'Ayer';
  const { year, month, day } = civilParts(date);
  const short = `${day} ${shortMonths[month - 1]}`;
  return year === civilParts(today).year ? short : `${short} ${year}`;
};

/** Formats a moment for rows: "Hoy, 10:37", "21 nov, 09:42". `now`: ms since 1970. */
export const momentText = (iso: string, now: number = Date.now()): string => {
  const moment = new Date(iso);
  const { date, hour, minute } = guatemalaTime(moment);
  return `${shortDay(date, guatemalaDate(new Date(now)))}, ${twoDigits(hour)}:${twoDigits(minute)}`;
};

/** "10:37" in Guatemala. */
export const timeText = (iso: string): string => {
  const { hour, minute } = guatemalaTime(new Date(iso));
  return `${twoDigits(hour)}:${twoDigits(minute)}`;
};

/** Formats a moment for the heads of pages: "21 de noviembre de 2026, 09:42". */
export const longMomentText = (iso: string): string =>
  `${formatDate(guatemalaTime(new Date(iso)).date)}, ${timeText(iso)}`;

/** "24 nov" for a day of the API. Other texts are returned unchanged. */
export const dayText = (date: string, now: number = Date.now()): string => {
  const parsed = parseCivilDate(date);
  return parsed.ok ? shortDay(parsed.value, guatemalaDate(new Date(now))) : date;
};

/** "1 envío", "2 envíos". */
export const countedText = (count: number, one: string, many: string): string =>
  `${countText(count)} ${count === 1 ? one : many}`;

/** "4155-1005". A text that is not a Guatemalan phone number is returned unchanged. */
export const phoneText = formatTypedPhone;
