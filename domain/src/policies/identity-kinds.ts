import { checkContrast } from './brand-colour.ts';
import { type Kind, readEmail } from './policy-kinds.ts';

const asItIs = <T>() => ({ toJson: (value: T): T => value, ofJson: (value: T): T => value });

/** Characters that are invisible, end a line or change the direction of writing. */
const unwritten = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>]/u;

/** A single line of text. An empty line means no value. */
export const line = (most: number, example: string): Kind<'line', string> => ({
  kind: 'line',
  standard: '',
  maxLength: most,
  expected: `one line of at most ${most} characters without < and >, for example "${example}", or none`,
  check: (value) =>
    typeof value === 'string' && value.length <= most && value === value.trim() && !unwritten.test(value)
      ? value
      : undefined,
  read: (text) => (text === 'none' ? '' : text),
  show: (value) => (value === '' ? 'none' : value),
  ...asItIs(),
});

const orNone = {
  standard: null,
  read: (text: string): string | null => (text === 'none' ? null : text),
  show: (value: string | null): string => value ?? 'none',
  ...asItIs<string | null>(),
};

/** A NIT as shown. `server/src/identity/change-identity.ts` checks its check digit. */
export const nitOrNone = (): Kind<'textOrNone', string | null> => ({
  kind: 'textOrNone',
  expected: 'a NIT with its check digit, for example 576937-K, or none',
  check: (value) =>
    value === null || (typeof value === 'string' && /^\d{6,8}-?[\dK]$/.test(value)) ? value : undefined,
  ...orNone,
});

export const emailOrNone = (): Kind<'textOrNone', string | null> => ({
  kind: 'textOrNone',
  expected: 'an e-mail address, or none',
  check: (value) => (value === null ? null : readEmail(value)),
  ...orNone,
});

/** `checkPolicy` checks whether the colour is readable, and reports the ratio. */
export const colourOrNone = (): Kind<'textOrNone', string | null> => ({
  kind: 'textOrNone',
  expected: 'a colour with six digits, for example #00745b, or none',
  check: (value) => (value === null || (typeof value === 'string' && /^#[\da-f]{6}$/.test(value)) ? value : undefined),
  ...orNone,
  read: (text) => (text === 'none' ? null : text.toLowerCase()),
});

/** Returns the reason why a main colour is refused. Undefined if the colour is accepted. */
export const colourFault = (colour: string | null): string | undefined => {
  const checked = colour === null ? null : checkContrast(colour);
  if (checked === null || checked.ok) return undefined;
  const { use, ratio } = checked.error;
  return `a darker colour: ${use} has a contrast of ${ratio}:1, and 4.5:1 is the least that can be read (WCAG AA)`;
};

/**
 * The address of an identity picture. Its name contains content hash, width and height, so that the picture at an
 * address never changes.
 */
const picturePath = /^\/identity\/[\da-f]{16}-(\d{1,4})x(\d{1,4})\.(svg|webp)$/;

/** Set from a file (`ceiba shop set --logo FILE`), never typed by a person. */
export const pictureOrNone = (): Kind<'textOrNone', string | null> => ({
  kind: 'textOrNone',
  expected: 'a picture file, or none',
  check: (value) => (value === null || (typeof value === 'string' && picturePath.test(value)) ? value : undefined),
  ...orNone,
});

export interface PictureSize {
  width: number;
  height: number;
  type: 'image/svg+xml' | 'image/webp';
}

/** Parses format and size from the address of a picture. @throws if it is not such an address */
export const pictureSize = (path: string): PictureSize => {
  const [, width, height, ending] = picturePath.exec(path) ?? [];
  if (ending === undefined) throw new Error(`no picture of the shop's identity: ${path}`);
  return {
    width: Number(width),
    height: Number(height),
    type: ending === 'svg' ? 'image/svg+xml' : 'image/webp',
  };
};

const maxLinks = 8;

const isLink = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 200 && /^https:\/\/[a-z\d.-]+\.[a-z]{2,}(?:\/[^\s<>"']*)?$/i.test(value);

/** The shop's pages on other sites. */
export const links = (): Kind<'links', readonly string[]> => ({
  kind: 'links',
  standard: [],
  expected: `up to ${maxLinks} addresses that begin with https://, parted by spaces, or none`,
  check: (value) =>
    Array.isArray(value) && value.length <= maxLinks && value.every(isLink) && new Set(value).size === value.length
      ? value
      : undefined,
  read: (text) => (text === 'none' ? [] : text.split(/\s+/)),
  show: (value) => (value.length === 0 ? 'none' : value.join(' ')),
  ...asItIs(),
});
