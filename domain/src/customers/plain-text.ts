/** The message for a text that other people read and that contains an internet address. */
export const notPlainMessage = 'Escribe sin direcciones de internet ni de correo.';

/** A dot without a space after it: "Av.Norte". Mail programs turn such a text into a link. */
const joinedDot = /([\p{L}\p{N}][.。．｡])(?=\p{L}{2})/gu;

/** Matches an internet address: a scheme, "www.", four numbers, or a dot before a common top-level domain. */
const link =
  /:\/\/|www\.\S|\d(?:\.\d{1,3}){3}|[\p{L}\p{N}][.。．｡](?:com?|net|org|info|gt|mx|io|ly|app|shop|store|online|site|link|dev|test|example)(?![\p{L}\p{N}])/iu;

/**
 * Matches invisible characters, except the joiners that combine emojis, such as a family. Does not match spaces and
 * line ends.
 */
const invisible =
  /(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)\u200D|\u200D(?!\p{Extended_Pictographic})|[^\P{Cf}\u200D]|(?!\s)\p{Cc}/gu;

/** Returns a text as a person sees it: composed letters, no invisible characters, one plain space for any white space. */
export const visibleText = (text: string): string =>
  text.normalize('NFC').replace(invisible, '').replace(/\s+/g, ' ').trim();

/**
 * Repairs one line that was typed or pasted: "12 Av.Norte" becomes "12 Av. Norte". Does not change an internet address,
 * so that `plainTextMessage` refuses it.
 */
export function repairLine(text: string): string {
  const line = visibleText(text);
  return link.test(line) ? line : line.replace(joinedDot, '$1 ');
}

/** Repairs a text of several lines in the same way. */
export const repairLines = (text: string): string => text.split(/\r?\n/).map(repairLine).join('\n').trim();

/**
 * Checks every name, address line and message that one person types and another may read (record 0051). Expects the
 * repaired text. Null if there is no message.
 */
export const plainTextMessage = (text: string): string | null => (link.test(repairLine(text)) ? notPlainMessage : null);

/** Checks a required text in the same way. `required`: the message for an empty field. */
export const lineMessage = (text: string, required: string): string | null =>
  repairLine(text) === '' ? required : plainTextMessage(text);

/**
 * Repairs a text from another source, such as the tax registry, so that it is always accepted. A buyer cannot correct a
 * text that someone else wrote.
 */
export const toPlainText = (text: string): string =>
  visibleText(text.replace(/:\/\//g, ' '))
    .replace(joinedDot, '$1 ')
    .replace(/(\d)\.(?=\d{1,3}\.\d{1,3}\.\d)/g, '$1. ');
