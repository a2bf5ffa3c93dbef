import { checkContrast } from './brand-colour.ts';
import { type Kind, readEmail } from './policy-kinds.ts';

const asItIs = <T>() => ({ toJson: (value: T): T => value, ofJson: (value: T): T => value });

/** Characters that write nothing, end a line or turn the direction of writing. */
const unwritten = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>]/u;

/** One line of text; an empty one is none. */
export const line = (most: number, example: string): Kind<'line', string> => ({
  kind: 'line',
  standard: '',
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

/** A NIT as it is shown; who sets it checks its digit (`server/src/identity/change-identity.ts`). */
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

/** Whether it can be read is judged by `checkPolicy`, which names the ratio. */
export const colourOrNone = (): Kind<'textOrNone', string | null> => ({
  kind: 'textOrNone',
  expected: 'a colour with six digits, for example #00745b, or none',
  check: (value) => (value === null || (typeof value === 'string' && /^#[\da-f]{6}$/.test(value)) ? value : undefined),
  ...orNone,
  read: (text) => (text === 'none' ? null : text.toLowerCase()),
});

/** Reason why a main colour is refused; undefined: it is accepted. */
export const colourFault = (colour: string | null): string | undefined => {
  const checked = colour === null ? null : checkContrast(colour);
  if (checked === null || checked.ok) return undefined;
  const { use, ratio } = checked.error;
  return `a darker colour: ${use} has a contrast of ${ratio}:1, and 4.5:1 is the least that can be read (WCAG AA)`;
};

/** Address of a picture of the identity: content, width and height stand in its name, and so it never changes. */
const picturePath = /^\/identity\/[\da-f]{16}-(\d{1,4})x(\d{1,4})\.(svg|webp)$/;

/** Set by a file (`ceiba shop set --logo FILE`), never typed. */
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

/** Reads kind and size from the address of a picture. @throws if it is no such address */
export const pictureSize = (path: string): PictureSize => {
  const [, width, height, ending] = picturePath.exec(path) ?? [];
  if (ending === undefined) throw new Error(`no picture of the shop's identity: ${path}`);
  return {
    width: Number(width),
    height: Number(height),
    type: ending === 'svg' ? 'image/svg+xml' : 'image/webp',
  };
};

const mostLinks = 8;

const isLink = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= 200 && /^https:\/\/[a-z\d.-]+\.[a-z]{2,}(?:\/[^\s<>"']*)?$/i.test(value);

/** Pages of the shop elsewhere. */
export const links = (): Kind<'links', readonly string[]> => ({
  kind: 'links',
  standard: [],
  expected: `up to ${mostLinks} addresses that begin with https://, parted by spaces, or none`,
  check: (value) =>
    Array.isArray(value) && value.length <= mostLinks && value.every(isLink) && new Set(value).size === value.length
      ? value
      : undefined,
  read: (text) => (text === 'none' ? [] : text.split(/\s+/)),
  show: (value) => (value.length === 0 ? 'none' : value.join(' ')),
  ...asItIs(),
});
