/** Text that is safe inside HTML elements and quoted attributes. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** HTML made by `html`, so that everything else is known to be text. */
export interface Html {
  readonly markup: string;
}

type Part = Html | string | number | readonly Html[];

const markupOf = (part: Part): string => {
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return 'markup' in part ? part.markup : part.map(({ markup }) => markup).join('');
};

/** A template whose values are escaped, unless `html` made them: nothing a shopper typed becomes markup. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html => ({
  markup: strings.map((text, index) => text + (index < parts.length ? markupOf(parts[index] ?? '') : '')).join(''),
});

export const nothing: Html = { markup: '' };
