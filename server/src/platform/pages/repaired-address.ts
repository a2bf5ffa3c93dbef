/** Escapes every byte, because some chats escape characters that browsers do not. */
const escaped = (mark: string): string =>
  [...new TextEncoder().encode(mark)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');

/**
 * Characters that chats and mails append to an address in a sentence: "https://tienda.gt/televisores).". No token of a link ends with such
 * a character.
 */
const marks = [...'.,;:!?\'")]}>*…»”’'];

/** The same characters, unescaped and as browsers escape them. */
const sentenceEnds = [...marks, ' '].flatMap((mark) => [mark, escaped(mark), escaped(mark).toLowerCase()]);

const withoutSentenceEnd = (text: string): string => {
  let rest = text;
  for (let end: string | undefined = ''; end !== undefined; ) {
    end = sentenceEnds.find((each) => rest.endsWith(each));
    rest = rest.slice(0, rest.length - (end?.length ?? 0));
  }
  return rest;
};

/** First words of addresses whose next part is a secret. Only the first word is lower-cased, not the secret. */
const secretWords = new Set(['wishlist', 'wa-link', 'c']);

const lower = (path: string): string => {
  const [empty = '', first = '', ...rest] = path.split('/');
  const word = first.toLowerCase();
  return secretWords.has(word) ? [empty, word, ...rest].join('/') : path.toLowerCase();
};

/** Lower-cases the path, except escapes, which stay in capitals: they mean the same, and nobody typed them. */
const lowerWords = (path: string): string => lower(path).replace(/%[0-9a-f]{2}/g, (code) => code.toUpperCase());

/** Matches the start of text around a link: a space, a comma, "&", an escaped "?", a line break. No path of the shop contains these. */
const wordsAround = /[\s,&]|%(?:20|2C|26|3F|09|0A|0D|C2%A0)/i;

/** Decodes a query whose "?" a chat has escaped. Returns an empty text if the query cannot be decoded. */
const readEscapedQuery = (rest: string): string => {
  try {
    return `?${new URLSearchParams(decodeURIComponent(rest.slice('%3F'.length)))}`;
  } catch (error) {
    if (error instanceof URIError) return '';
    throw error;
  }
};

/** Returns path and query without the text that a chat has added to the path. */
function withoutWordsAround(path: string, query: string): { path: string; query: string } {
  const at = path.search(wordsAround);
  // The path is empty before the text, so there is no page to find.
  if (at < 2) return { path, query };
  const rest = path.slice(at);
  const isQuery = query === '' && /^%3F./i.test(rest);
  return { path: path.slice(0, at), query: isQuery ? readEscapedQuery(rest) : query };
}

/**
 * Corrects an address that a chat, a mail or a keyboard has changed: with text or punctuation appended, or in capitals. Undefined
 * if the address is already correct. The search text of `/search` may end with punctuation.
 */
export const repairedAddress = (address: string): string | undefined => {
  const end = address.indexOf('?');
  const { path, query } = withoutWordsAround(
    end < 0 ? address : address.slice(0, end),
    end < 0 ? '' : address.slice(end),
  );
  // Only the shop's own scripts request the data of a page (`.data`).
  if (!path.startsWith('/') || path.endsWith('.data') || path === '/') return undefined;
  const mendedPath = lowerWords(query === '' ? withoutSentenceEnd(path) : path);
  const mendedQuery = mendedPath === '/search' ? query : withoutSentenceEnd(query);
  const mended = `${mendedPath === '' ? '/' : mendedPath}${mendedQuery}`;
  return mended === address || mended.startsWith('//') ? undefined : mended;
};
