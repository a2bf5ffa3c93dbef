/** Every byte escaped: some chats escape what browsers leave as it is. */
const escaped = (mark: string): string =>
  [...new TextEncoder().encode(mark)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');

/** What chats and mails put behind an address that stands in a sentence: "https://tienda.gt/televisores).". No token of a link ends so. */
const marks = [...'.,;:!?\'")]}>*…»”’'];

/** As they are written, and as browsers escape them. */
const sentenceEnds = [...marks, ' '].flatMap((mark) => [mark, escaped(mark), escaped(mark).toLowerCase()]);

const withoutSentenceEnd = (text: string): string => {
  let rest = text;
  for (let end: string | undefined = ''; end !== undefined; ) {
    end = sentenceEnds.find((each) => rest.endsWith(each));
    rest = rest.slice(0, rest.length - (end?.length ?? 0));
  }
  return rest;
};

/** First words of addresses whose next part is a secret: only these words are written small. */
const secretWords = new Set(['wishlist', 'wa-link']);

const lower = (path: string): string => {
  const [empty = '', first = '', ...rest] = path.split('/');
  const word = first.toLowerCase();
  return secretWords.has(word) ? [empty, word, ...rest].join('/') : path.toLowerCase();
};

/** Escapes are the same in capitals, and are not what somebody mistyped. */
const lowerWords = (path: string): string => lower(path).replace(/%[0-9a-f]{2}/g, (code) => code.toUpperCase());

/** Where the words around a link begin: a space, a comma, "&", an escaped "?", a line break. No path of the shop holds one of them. */
const wordsAround = /[\s,&]|%(?:20|2C|26|3F|09|0A|0D|C2%A0)/i;

/** A query whose "?" a chat has escaped, as a query again; empty where nothing of it can be read. */
const readEscapedQuery = (rest: string): string => {
  try {
    return `?${new URLSearchParams(decodeURIComponent(rest.slice('%3F'.length)))}`;
  } catch (error) {
    if (error instanceof URIError) return '';
    throw error;
  }
};

/** Path and query without the words that a chat has joined to the path. */
function withoutWordsAround(path: string, query: string): { path: string; query: string } {
  const at = path.search(wordsAround);
  // Nothing stands before the words: no page is meant.
  if (at < 2) return { path, query };
  const rest = path.slice(at);
  const isQuery = query === '' && /^%3F./i.test(rest);
  return { path: path.slice(0, at), query: isQuery ? readEscapedQuery(rest) : query };
}

/**
 * The address that was meant by one that a chat, a mail or a keyboard has mangled: with words of a sentence behind its path, with marks
 * of a sentence at its end, or in capitals. Undefined: the address is as the shop writes it. What is looked for (`/search`) may end as it likes.
 */
export const mendedAddress = (address: string): string | undefined => {
  const end = address.indexOf('?');
  const { path, query } = withoutWordsAround(
    end < 0 ? address : address.slice(0, end),
    end < 0 ? '' : address.slice(end),
  );
  // The data of a page is asked for by the shop's own scripts.
  if (!path.startsWith('/') || path.endsWith('.data') || path === '/') return undefined;
  const mendedPath = lowerWords(query === '' ? withoutSentenceEnd(path) : path);
  const mendedQuery = mendedPath === '/search' ? query : withoutSentenceEnd(query);
  const mended = `${mendedPath === '' ? '/' : mendedPath}${mendedQuery}`;
  return mended === address || mended.startsWith('//') ? undefined : mended;
};
