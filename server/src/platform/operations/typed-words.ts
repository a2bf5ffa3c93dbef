import { type Centavos, readQuetzales } from '@ceiba/domain/money/money';
import { z } from 'zod';

/** Schemas for a command's arguments and options. Messages complete the sentence "… should be". */

/** Parses text with `read`, which returns undefined for invalid text. `shown`: the placeholder in the usage. */
export const typed = <T>(shown: string, expected: string, read: (text: string) => T | undefined) =>
  z
    .string()
    .transform((text, context): T => {
      const value = read(text);
      if (value !== undefined) return value;
      context.addIssue({ code: 'custom', message: expected });
      return z.NEVER;
    })
    .describe(shown);

/** Makes an argument optional: undefined if omitted. */
export const optional = <T>(schema: z.ZodType<T>) => schema.optional().describe(schema.description ?? '');

/** A flag: true if given. */
export const flag = z.boolean().default(false);

/** Printable text, trimmed. */
export const typedText = (shown: string, most: number) =>
  typed(shown, `a text of 1 to ${most} characters on one line`, (value) => {
    const text = value.trim();
    return text !== '' && text.length <= most && !/\p{Cc}/u.test(text) ? text : undefined;
  });

/** A number of units, or a position. */
export const typedCount = typed('<n>', 'a whole number from 1 to 9999', (text) =>
  /^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined,
);

/** Placeholder in the usage for an amount that is typed in quetzales and parsed to centavos. */
export const amountShown = '<Q…>';
/** Returns whether an argument is an amount. The audit shows it in quetzales, as the desk's calls do. */
export const isTypedAmount = (schema: z.ZodType | undefined): boolean => schema?.description === amountShown;

/** An amount of at least Q0, such as Q1,234.50. */
export const typedAmount = typed(amountShown, 'an amount as Q1,234.50', (text): Centavos | undefined => {
  const amount = readQuetzales(text);
  return amount.ok && amount.value >= 0 ? amount.value : undefined;
});

/** One of a few words. */
export const typedChoice = <const Word extends string>(words: readonly Word[]) =>
  typed(words.join('|'), `one of ${words.join(', ')}`, (text) => words.find((word) => word === text));

/** Any name or code of an entity. */
export const typedWord = typedText('<word>', 200);

/** Texts that several commands accept. Their maximum lengths are those of the columns that store them. */
export const typedBy = typedText('<name>', 100);
export const typedReason = typedText('<text>', 300);
export const typedReceipt = typedText('<reference>', 60);

/** Parses a moment. "2026-12-24", "2026-12-24 08:00" and "2026-12-24 08:00:30" are in Guatemala's time, which is six hours behind UTC all year. */
const readMoment = (text: string): Date | undefined => {
  const [, day, time = '00:00', second = ':00'] = /^(\d{4}-\d{2}-\d{2})(?: (\d{2}:\d{2})(:\d{2})?)?$/.exec(text) ?? [];
  const whole = day === undefined ? text : `${day}T${time}${second}-06:00`;
  return z.iso.datetime({ offset: true }).safeParse(whole).success ? new Date(whole) : undefined;
};

const dayMs = 86_400_000;

const momentsTyped =
  'a day as 2026-12-24, a moment of Guatemala as "2026-12-24 08:00", or one as 2026-12-24T08:00:00-06:00';

/** A moment, or the start of a day in Guatemala. */
export const typedMoment = typed('<moment>', momentsTyped, (text) => readMoment(text));

/** The end of a time: a moment, or the end of a day in Guatemala. */
export const typedUntil = typed('<moment>', momentsTyped, (text): Date | undefined => {
  const moment = readMoment(text);
  return moment !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(moment.getTime() + dayMs - 1) : moment;
});

/** A moment, or "latest" for the newest data. */
export const typedMomentOrLatest = typed<Date | 'latest'>('<moment>|latest', `"latest", ${momentsTyped}`, (text) =>
  text === 'latest' ? text : readMoment(text),
);

/** An ID (UUID) that the shop has created. */
export const typedId = typed('<id>', 'an id as 01a1e0c4-6d3b-7c1e-9a51-5d1f0c3b7e10', (text) =>
  z.uuid().safeParse(text).success ? text.toLowerCase() : undefined,
);
