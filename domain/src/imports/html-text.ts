/** HTML elements that other systems write into texts. `a < b` and `<3m` are not elements. */
const tagNames =
  'a|abbr|address|article|aside|b|big|blockquote|body|br|button|caption|center|cite|code|col|colgroup|dd|del|details|dfn|div|dl|dt|em|embed|figcaption|figure|font|footer|form|h[1-6]|head|header|hr|html|i|iframe|img|input|ins|kbd|label|li|link|main|mark|meta|nav|noscript|object|ol|p|picture|pre|q|s|script|section|small|source|span|strike|strong|style|sub|summary|sup|svg|table|tbody|td|template|textarea|tfoot|th|thead|time|title|tr|tt|u|ul|var|video|path|o:p|font-face';
const tag = new RegExp(`<(/?)(${tagNames})(?=[\\s/>])[^<>]*>`, 'gi');
/** Matches the beginning of an element that was cut off before its end. */
const cutTag = new RegExp(`<(?:/?(?:${tagNames})(?=[\\s/])[^<>]*|/?)$`, 'i');
/** Elements without visible content. They are removed with their content. */
const unseen = ['script', 'style', 'template', 'noscript', 'iframe', 'svg', 'object'] as const;
const beginsUnseen = new RegExp(`<!--|<(${unseen.join('|')})(?=[\\s/>])`, 'gi');
const ends = new Map<string, RegExp>(unseen.map((name) => [name, new RegExp(`</${name}`, 'gi')]));
const declarations = /<!\[CDATA\[|\]\]>|<![a-z][^<>]*>|<\?[^<>]*>/gi;

/** Returns the end of the element or comment that begins at `from`. Returns the end of the text if the element is not closed. */
const endOf = (text: string, name: string | undefined, from: number): number => {
  if (name === undefined) {
    const close = text.indexOf('-->', from);
    return close < 0 ? text.length : close + 3;
  }
  const end = ends.get(name.toLowerCase());
  if (end === undefined) return text.length;
  end.lastIndex = from;
  const close = end.exec(text) === null ? -1 : text.indexOf('>', end.lastIndex);
  return close < 0 ? text.length : close + 1;
};

const withoutUnseen = (text: string): string => {
  let seen = '';
  let at = 0;
  for (;;) {
    beginsUnseen.lastIndex = at;
    const begin = beginsUnseen.exec(text);
    if (begin === null) return (seen + text.slice(at)).replace(declarations, '');
    seen += text.slice(at, begin.index);
    at = endOf(text, begin[1], begin.index);
  }
};

const blocks = new Set(
  'address article aside blockquote body caption center details dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html main nav ol p pre section summary table tbody tfoot thead title ul'.split(
    ' ',
  ),
);

/** Names of the characters from U+00A0 to U+00FF, in order. */
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'.split(
    ' ',
  );
const named: ReadonlyMap<string, string> = new Map([
  ...latin.map((name, at): [string, string] => [name, String.fromCodePoint(0xa0 + at)]),
  ...Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    ndash: '–',
    mdash: '—',
    lsquo: '‘',
    rsquo: '’',
    sbquo: '‚',
    ldquo: '“',
    rdquo: '”',
    bdquo: '„',
    bull: '•',
    hellip: '…',
    trade: '™',
    euro: '€',
    le: '≤',
    ge: '≥',
    ne: '≠',
    minus: '−',
    prime: '′',
    Prime: '″',
    rarr: '→',
    larr: '←',
    check: '✓',
    ensp: ' ',
    emsp: ' ',
    thinsp: ' ',
    zwnj: '',
    zwj: '',
    infin: '∞',
    omega: 'ω',
    Omega: 'Ω',
    mu: 'μ',
  }),
]);

const decode = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z][a-z0-9]{1,9}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return named.get(name) ?? named.get(name.toLowerCase()) ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      const isCharacter =
        code === 9 || code === 10 || (code >= 32 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff));
      return isCharacter ? String.fromCodePoint(code) : whole;
    },
  );

/** Returns the mark for an element that breaks the line: a paragraph, a line, a list item, or a table cell. */
const markOf = (isEnd: boolean, name: string): string => {
  if (name === 'br') return '\uE001';
  if (name === 'tr') return isEnd ? '' : '\uE001';
  if (name === 'li') return isEnd ? '\uE005' : '\uE004';
  if (name === 'td' || name === 'th') return isEnd ? '\uE003' : '';
  return blocks.has(name) ? '\uE002' : '';
};

/** Replaces elements with line breaks. Line ends of the source count only if no element breaks lines, or if they are doubled. */
const withoutTags = (text: string): string => {
  const seen = withoutUnseen(text);
  const marked = seen
    .replace(tag, (_whole, slash: string, name: string) => markOf(slash === '/', name.toLowerCase()))
    .replace(cutTag, '');
  if (marked === text) return text;
  const lines = /[\uE001-\uE005]/.test(marked)
    ? marked.replace(/\n[^\S\n]*\n\s*/g, '\uE002').replace(/\n/g, ' ')
    : marked;
  return lines
    .replace(/\uE003\s*(?=[\uE001\uE002]|$)/g, '')
    .replaceAll('\uE003', ': ')
    .replace(/\uE004[\s\uE001\uE002]*(?=[\uE004\uE005]|$)/g, '')
    .replaceAll('\uE005', '')
    .replace(/\uE004[\s\uE001\uE002]*/g, '\n- ')
    .replaceAll('\uE001', '\n')
    .replaceAll('\uE002', '\n\n');
};

/** Maximum number of times that escaped HTML (`&amp;lt;p&amp;gt;`) is unescaped. */
const deepest = 4;

/**
 * Returns the plain text of HTML. An empty line separates paragraphs, list items begin with "- ", ": " separates table
 * cells. A text without HTML does not change. The result contains no elements, not even escaped ones.
 */
export function plainOfHtml(text: string): string {
  if (!/[<&]/.test(text)) return text;
  let plain = text.replaceAll('\r\n', '\n').replace(/[\uE001-\uE005]/g, '');
  for (let depth = 0; depth < deepest; depth += 1) {
    const next = decode(withoutTags(plain));
    if (next === plain) break;
    plain = next;
  }
  plain = withoutTags(plain);
  if (plain === text) return text;
  const lines = plain
    .split('\n')
    .map((line) => line.replace(/[^\S\n]+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .split('\n');
  const isItem = (at: number): boolean => lines[at]?.startsWith('- ') === true;
  return lines.filter((line, at) => line !== '' || !isItem(at - 1) || !isItem(at + 1)).join('\n');
}

/** Returns the plain text as one line, for titles and names. */
export const lineOfHtml = (text: string): string => {
  const plain = plainOfHtml(text);
  return plain === text
    ? text
    : plain
        .split('\n')
        .filter((line) => line !== '')
        .join(' ');
};
