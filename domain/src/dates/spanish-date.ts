import { type CivilDate, civilParts, guatemalaDate, parseCivilDate, weekday } from './civil-date.ts';

/** The text for an unknown date (APP-27, DEL-31). */
export const unknownDateText = 'Fecha por estimar';

const months = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
];

const weekdays = ['domingo', 'lunes', 'martes', 'miércoles', 'jueves', 'viernes', 'sábado'];

/** Returns "12 de marzo de 2025" (DEC-06). */
export function formatDate(date: CivilDate): string {
  const { year, month, day } = civilParts(date);
  return `${day} de ${months[month - 1]} de ${year}`;
}

/** Returns "martes 24 de noviembre", for days in the near future. */
export function formatWeekdayDate(date: CivilDate): string {
  const { month, day } = civilParts(date);
  return `${weekdays[weekday(date)]} ${day} de ${months[month - 1]}`;
}

/**
 * Formats a date from the API: a day "YYYY-MM-DD", or a moment in ISO 8601 as its day in Guatemala. A missing or
 * invalid date becomes "Fecha por estimar" (APP-27, HIST-12).
 */
export function formatDateText(value: string | null | undefined): string {
  const date = readDate(value);
  return date === null ? unknownDateText : formatDate(date);
}

/** Formats a date from the API with its weekday, for days in the near future. */
export function formatWeekdayDateText(value: string | null | undefined): string {
  const date = readDate(value);
  return date === null ? unknownDateText : formatWeekdayDate(date);
}

function readDate(value: string | null | undefined): CivilDate | null {
  if (value === null || value === undefined) return null;
  const day = parseCivilDate(value);
  if (day.ok) return day.value;
  // `Date` parses only texts with a time, because it would turn "2025-02-30" into 2 March.
  const moment = value.includes('T') ? new Date(value) : new Date(Number.NaN);
  return Number.isNaN(moment.getTime()) ? null : guatemalaDate(moment);
}
