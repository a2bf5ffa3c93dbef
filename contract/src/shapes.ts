import { defaultPhone } from '@ceiba/domain/addresses/address';
import { emailMaxLength, emailMessage, repairEmail, sentEmail } from '@ceiba/domain/customers/email';
import { nameMaxLength } from '@ceiba/domain/customers/name-length';
import { personMessage } from '@ceiba/domain/customers/person-name';
import { phoneMessage, repairPhone } from '@ceiba/domain/customers/phone';
import { plainTextMessage, repairLine } from '@ceiba/domain/customers/plain-text';
import { profileEmail, profilePhone } from '@ceiba/domain/customers/profile-words';
import { z } from 'zod';

/** Decimal quetzales with at most two decimals (DEC-06). All other code has money in centavos. */
export const amount = z.number().min(-9_999_999_999).max(9_999_999_999);

export const money = z.object({ value: amount, currency: z.literal('GTQ') });
export type Money = z.infer<typeof money>;

/** A text that a rule of the domain checks if it is not empty. The rule returns its message, or null. */
export const judged = (schema: z.ZodType<string>, rule: (text: string) => string | null) =>
  schema.superRefine((text, context) => addMessage(text === '' ? null : rule(text), context));

const addMessage = (message: string | null, context: z.RefinementCtx): void => {
  if (message !== null) context.addIssue({ code: 'custom', message });
};

/** One line, repaired as in forms. */
const line = (max: number) => z.string().overwrite(repairLine).max(max);

/** The name of a person. */
export const personName = judged(line(nameMaxLength).min(1), personMessage);

/** A text for other people: without links and hidden characters (record 0051). */
export const plainText = (max: number) => judged(line(max), plainTextMessage);

/** The same field, but required. */
export const requiredText = (max: number) => judged(line(max).min(1), plainTextMessage);

/** An e-mail address in the form that is compared and stored. `form` decides the messages (DEC-194, PROF-13). */
export const emailAddress = (form: 'contact' | 'profile') =>
  z
    .string()
    .overwrite(repairEmail)
    .max(emailMaxLength)
    .superRefine((text, context) =>
      addMessage(emailMessage(text, form === 'contact' ? sentEmail : profileEmail), context),
    )
    .meta({ format: 'email' });

/**
 * Eight digits of a Guatemalan number as stored, from any typed form (DEC-234). The messages are the same as in the
 * profile.
 */
export const phoneNumber = z
  .string()
  .overwrite(repairPhone)
  .max(40)
  .superRefine((text, context) => addMessage(phoneMessage(text, profilePhone), context))
  .meta({ format: 'phone', description: 'Eight digits, the first from 2 to 7; separators and "+502" are dropped.' });

/**
 * Repaired, but not checked. For forms with fields that only the server can check. The server then reports all errors together,
 * by the same rules.
 */
export const typedEmail = z.string().overwrite(repairEmail).max(emailMaxLength);
export const typedPhone = z.string().overwrite(repairPhone).min(1).max(40);

/** A phone for an address whose phone may be missing: absent, empty and `00000000` all become `00000000` (CONST-25). */
export const phoneOrNone = z
  .string()
  .overwrite((text) => (text.trim() === '' ? defaultPhone : repairPhone(text)))
  .max(40)
  .superRefine((text, context) => {
    if (text !== defaultPhone) addMessage(phoneMessage(text, profilePhone), context);
  })
  .meta({ format: 'phone' })
  .default(defaultPhone);

/** ISO 8601 with offset. */
export const dateTime = z.iso.datetime({ offset: true });

/** Civil date in America/Guatemala, YYYY-MM-DD. */
export const civilDate = z.iso.date();

/**
 * A picture of the media store: `/media/{key}/{width}.{format}` exists in AVIF at `pictureWidths`, in WebP up to 480. `url` is
 * the WebP at 480. Other pictures (banners) are any absolute path.
 */
export const image = z.object({ url: z.string(), label: z.string() });
export type Image = z.infer<typeof image>;

/** Delivery, or pickup in a store (CONST-26). */
export const carrierCode = z.enum(['tablerate', 'instore']);
export const methodCode = z.enum(['bestway', 'pickup']);

export const cartIdParams = z.strictObject({ id: z.uuid() });

export const sku = z.string().trim().min(1).max(64);

/** The envelope of calls whose documented response is wrapped in `data`. */
export const enveloped = <S extends z.ZodType>(data: S) => z.object({ status: z.int(), data });

/** Treats an empty value in a query as absent. A form sends every field, also without scripts. */
export const emptyAsAbsent = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value: z.input<S>) => (value === '' ? undefined : value), schema);

/** `a,b,c` in a query (DEC-176). */
export const commaList = z
  .string()
  .max(4000)
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );
