import { ok, type Result, refuse } from '@ceiba/domain/result';

/** Maximum bytes of an SVG. A logo has a few kilobytes. */
const maxBytes = 64 * 1024;
const maxElements = 2_000;
const deepest = 32;

/** Elements that draw. Missing are elements that run, load, repeat or move (`script`, `image`, `use`, `filter`, `animate`, `foreignObject` …). */
const drawing = new Set(
  'svg g path rect circle ellipse line polyline polygon text tspan title desc defs linearGradient radialGradient stop clipPath mask style'.split(
    ' ',
  ),
);

export interface SvgRefusal {
  code: 'svg_refused';
  /** In English. Completes "The SVG …". */
  reason: string;
}

const refused = (reason: string): Result<never, SvgRefusal> => refuse({ code: 'svg_refused', reason });

const tag = /<(\/?)([A-Za-z][\w.-]*)((?:\s+[A-Za-z_][\w:.-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const attribute = /\s([A-Za-z_][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

/** The declaration that may precede a drawing. Another encoding would change the elements, and `xml-stylesheet` would load a style sheet. */
const declaration =
  /^\s*<\?xml\s+version=["']1\.[01]["'](?:\s+encoding=["']utf-8["'])?(?:\s+standalone=["'](?:yes|no)["'])?\s*\?>/i;

/** Returns whether a value or a style refers to something outside the picture. A backslash could hide such a reference, and is never needed. */
const leadsOut = (text: string): boolean =>
  /@import|\\|javascript:|expression\(|data:/i.test(text) || /url\(\s*(?!["']?#)/i.test(text);

const faultOfAttributes = (attributes: string): string | undefined => {
  for (const [, name = '', double, single] of attributes.matchAll(attribute)) {
    const value = double ?? single ?? '';
    if (/^on/i.test(name)) return `has a script in attribute ${name}`;
    if (/(?:^|:)(?:href|src|base)$/i.test(name) && !value.startsWith('#')) return `loads something by ${name}`;
    if (!name.startsWith('xmlns') && leadsOut(value)) return `loads something by ${name}`;
    if (/&(?!(?:amp|lt|gt|quot|apos);)/.test(value)) return `has an entity in attribute ${name}`;
  }
  return undefined;
};

const numberOf = (text: string | undefined): number => {
  const [, number] = /^(\d+(?:\.\d+)?)(?:px)?$/.exec(text ?? '') ?? [];
  return Number(number ?? 0);
};

/** Returns width and height of the first element: from its `viewBox`, or else from its attributes `width` and `height`. */
const sizeOf = (attributes: string): { width: number; height: number } | undefined => {
  const values = new Map([...attributes.matchAll(attribute)].map(([, name = '', a, b]) => [name, a ?? b ?? '']));
  const [, , boxWidth, boxHeight] = (values.get('viewBox') ?? '').trim().split(/[\s,]+/);
  const width = Math.round(numberOf(boxWidth) || numberOf(values.get('width')));
  const height = Math.round(numberOf(boxHeight) || numberOf(values.get('height')));
  return width >= 1 && height >= 1 && width <= 9_999 && height <= 9_999 ? { width, height } : undefined;
};

/**
 * Accepts an SVG only if each of its elements and attributes is known to only draw. A bad SVG is refused, never
 * repaired, so that shoppers see the same picture as the operator.
 */
export const readSvg = (bytes: Uint8Array): Result<{ width: number; height: number }, SvgRefusal> => {
  if (bytes.length > maxBytes) return refused(`has ${bytes.length} bytes; at most ${maxBytes} are taken`);
  let source: string;
  try {
    source = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return refused('is not written in UTF-8');
  }
  const text = source.replace(declaration, '');
  const open: string[] = [];
  let size: { width: number; height: number } | undefined;
  let elements = 0;
  let at = 0;
  for (;;) {
    const next = text.indexOf('<', at);
    const between = text.slice(at, next < 0 ? undefined : next);
    if (open.length === 0 && between.trim() !== '') return refused('has text outside its drawing');
    if (/&(?!(?:amp|lt|gt|quot|apos);)/.test(between)) return refused('has an entity');
    if (open.at(-1) === 'style' && leadsOut(between)) return refused('loads something by its style');
    if (next < 0) break;
    if (text.startsWith('<!--', next)) {
      const end = text.indexOf('-->', next + 4);
      if (end < 0) return refused('is not well formed');
      at = end + 3;
      continue;
    }
    tag.lastIndex = next;
    const [whole, closes, name = '', attributes = '', isEmpty] = tag.exec(text) ?? [];
    if (whole === undefined)
      return refused('is not well formed, or has a part that does not draw: save it as "plain SVG"');
    at = next + whole.length;
    if (closes === '/') {
      if (open.pop() !== name) return refused('is not well formed');
      continue;
    }
    if (!drawing.has(name))
      return refused(`has the element ${name}, which does more than draw: save it as "plain SVG"`);
    elements += 1;
    if (elements > maxElements || open.length >= deepest)
      return refused(`has more than ${maxElements} elements, or ${deepest} in each other`);
    if (elements > 1 && open.length === 0) return refused('has more than one drawing');
    const fault = faultOfAttributes(attributes);
    if (fault !== undefined) return refused(fault);
    if (elements === 1) {
      if (name !== 'svg' || !/\sxmlns\s*=\s*["']http:\/\/www\.w3\.org\/2000\/svg["']/.test(attributes))
        return refused('does not begin with <svg xmlns="http://www.w3.org/2000/svg">');
      size = sizeOf(attributes);
    }
    if (isEmpty !== '/') open.push(name);
  }
  if (open.length > 0) return refused('is not well formed');
  return size === undefined ? refused('says no size: it needs a viewBox') : ok(size);
};
