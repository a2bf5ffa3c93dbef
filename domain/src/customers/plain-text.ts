/** What a text that other people read is told, where it leads somewhere. */
export const notPlainMessage = 'Escribe sin direcciones de internet ni de correo.';

/** A space is missing behind a dot: "Av.Norte". Such a text is also what mail programs make a link of. */
const joinedDot = /([\p{L}\p{N}][.。．｡])(?=\p{L}{2})/gu;

/** An address of the internet: a scheme, "www.", four numbers, or a dot before an ending that addresses have. */
const link =
  /:\/\/|www\.\S|\d(?:\.\d{1,3}){3}|[\p{L}\p{N}][.。．｡](?:com?|net|org|info|gt|mx|io|ly|app|shop|store|online|site|link|dev|test|example)(?![\p{L}\p{N}])/iu;

/** Invisible characters, but for what makes one picture of several, as a family is. Spaces and line ends are not among them. */
const invisible =
  /(?<!\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)\u200D|\u200D(?!\p{Extended_Pictographic})|[^\P{Cf}\u200D]|(?!\s)\p{Cc}/gu;

/** A text as a person sees it: composed letters, nothing invisible, one plain space where any white space was. */
export const visibleText = (text: string): string =>
  text.normalize('NFC').replace(invisible, '').replace(/\s+/g, ' ').trim();

/**
 * Repairs one line that was typed or pasted: "12 Av.Norte" becomes "12 Av. Norte". An address of the internet stays as it is, so that
 * `plainTextMessage` refuses it.
 */
export function repairLine(text: string): string {
  const line = visibleText(text);
  return link.test(line) ? line : line.replace(joinedDot, '$1 ');
}

/** The same of a text of several lines. */
export const repairLines = (text: string): string => text.split(/\r?\n/).map(repairLine).join('\n').trim();

/**
 * The rule of every name, line of an address and message that somebody types and somebody else may read (record 0051).
 * It judges the repaired text. Null = nothing to say.
 */
export const plainTextMessage = (text: string): string | null => (link.test(repairLine(text)) ? notPlainMessage : null);

/** The same of a text that has to be there. `required`: what an empty field is told. */
export const lineMessage = (text: string, required: string): string | null =>
  repairLine(text) === '' ? required : plainTextMessage(text);

/** Repairs a text of somebody else's, as the tax registry's names are, so that it always passes: nobody could mend what they did not type. */
export const toPlainText = (text: string): string =>
  visibleText(text.replace(/:\/\//g, ' '))
    .replace(joinedDot, '$1 ')
    .replace(/(\d)\.(?=\d{1,3}\.\d{1,3}\.\d)/g, '$1. ');
