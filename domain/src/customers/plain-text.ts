/** What a text that other people read is told, where it leads somewhere or hides something. */
export const notPlainMessage =
  'Escribe sin direcciones de internet ni caracteres invisibles, y con un espacio después de cada punto.';

/**
 * Controls, marks that turn the direction of writing and others that nobody sees; and what mail programs make a link of: a scheme,
 * "www.", and what a dot joins to two letters or more. "S.A." and "2.B" are none.
 */
const notPlain = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|:\/\/|www\.|[\p{L}\p{N}][.。．｡]\p{L}{2}|\d(?:\.\d{1,3}){3}/iu;

/** What makes one picture of several, as a family: part of what is seen. */
const pictureJoint = /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)\u200D(?=\p{Extended_Pictographic})/gu;

/**
 * The rule of every name, line of an address and message that somebody types and somebody else may read (record 0051).
 * Null = nothing to say.
 */
export const plainTextMessage = (text: string): string | null =>
  notPlain.test(text.trim().replace(pictureJoint, '')) ? notPlainMessage : null;

/** The same of a text that has to be there. `required`: what an empty field is told. */
export const lineMessage = (text: string, required: string): string | null =>
  text.trim() === '' ? required : plainTextMessage(text);

/** The same of a text of several lines. */
export const linesMessage = (text: string): string | null => plainTextMessage(text.replace(/\r?\n/g, ' '));

/** A text of somebody else's, as the tax registry's names are, so that it passes: nobody could mend what they did not type. */
export const toPlainText = (text: string): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .replace(/:\/\//g, ' ')
    .replace(/([.。．｡])(?=\p{L}{2})/gu, '$1 ')
    .replace(/(\d)\.(?=\d{1,3}\.\d{1,3}\.\d)/g, '$1. ');
