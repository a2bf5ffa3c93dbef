/** What chats and mails put behind an address that stands in a sentence: "https://tienda.gt/televisores).". */
const sentenceEnd = /(?:[.,;:!?'")\]}>*_…»”’]|%(?:20|21|22|27|29|2C|2E|3A|3B|3E|5D|7D|E2%80%9[9D]|E2%80%A6|C2%BB))+$/i;

/** First words of addresses whose next part is a secret: only these words are written small. */
const secretWords = new Set(['wishlist', 'wa-link']);

const lower = (path: string): string => {
  const [empty = '', first = '', ...rest] = path.split('/');
  const word = first.toLowerCase();
  return secretWords.has(word) ? [empty, word, ...rest].join('/') : path.toLowerCase();
};

/** Escapes are the same in capitals, and are not what somebody mistyped. */
const lowerWords = (path: string): string => lower(path).replace(/%[0-9a-f]{2}/g, (code) => code.toUpperCase());

/**
 * The address that was meant by one that a chat, a mail or a keyboard has mangled: with marks of a sentence at its end, or in
 * capitals. Undefined: the address is as the shop writes it. What is looked for (`/search`) may end as it likes.
 */
export const mendedAddress = (address: string): string | undefined => {
  const end = address.indexOf('?');
  const path = end < 0 ? address : address.slice(0, end);
  const query = end < 0 ? '' : address.slice(end);
  // The data of a page is asked for by the shop's own scripts.
  if (!path.startsWith('/') || path.endsWith('.data') || path === '/') return undefined;
  const mendedPath = lowerWords(query === '' ? path.replace(sentenceEnd, '') : path);
  const mendedQuery = mendedPath === '/search' ? query : query.replace(sentenceEnd, '');
  const mended = `${mendedPath === '' ? '/' : mendedPath}${mendedQuery}`;
  return mended === address || mended.startsWith('//') ? undefined : mended;
};
