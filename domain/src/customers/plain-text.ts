/** What a text that other people read is told; where it stands says for what. */
export const plainTextMessages = {
  unseen: 'Tiene caracteres invisibles: bórralo y escríbelo de nuevo.',
  web: 'Escríbelo sin direcciones de internet y con un espacio después de cada punto.',
} as const;

/** Controls, marks that turn the direction of writing, and others that nobody sees. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** Mail programs make a link of a scheme, of "www.", and of what a dot joins to two letters or more: "S.A." and "2.B" are none. */
const webAddress = /:\/\/|https?:|www[.。．]|xn--|[\p{L}\p{N}][.。．]\p{L}{2}/iu;

/**
 * The rule of every name, line of an address and message that somebody types and somebody else may read (record 0078).
 * Null = nothing to say.
 */
export function plainTextMessage(text: string): string | null {
  const typed = text.trim();
  if (unseen.test(typed)) return plainTextMessages.unseen;
  return webAddress.test(typed) ? plainTextMessages.web : null;
}

/** The same of a text that has to be there. `required`: what an empty field is told. */
export const lineMessage = (text: string, required: string): string | null =>
  text.trim() === '' ? required : plainTextMessage(text);

/** The same of a text of several lines. */
export const linesMessage = (text: string): string | null =>
  text
    .split(/\r?\n/)
    .map(plainTextMessage)
    .find((message) => message !== null) ?? null;

/** A text of somebody else's, as the tax registry's names are, so that it passes: nobody could mend what they did not type. */
export const toPlainText = (text: string): string =>
  text
    .replace(new RegExp(unseen, 'gu'), '')
    .replace(/:\/\//g, ' ')
    .replace(/([.。．])(?=\p{L}{2})/gu, '$1 ');
