import { ok, type Result, refuse } from '../result.ts';

/** A block of a content page, as text. The contract's `contentBlock` has the same form. */
export type PageBlock =
  | { kind: 'title'; title: string }
  | { kind: 'text'; title: string; text: string }
  | { kind: 'list'; title: string; items: { text: string }[] }
  | { kind: 'steps'; title: string; steps: { title: string; text: string }[] }
  | { kind: 'features'; title: string; features: { icon: string; title: string; text: string }[] }
  | { kind: 'questions'; title: string; questions: { question: string; answer: string }[] }
  | { kind: 'picture'; url: string; label: string }
  | { kind: 'products'; title: string; products: { sku: string }[] }
  | { kind: 'banner'; url: string; label: string; title: string; text: string; link: string; linkLabel: string };

/** The parsed content of a page's file. */
export interface PageText {
  title: string;
  description: string;
  blocks: PageBlock[];
}

/** A line of a page's file that cannot be parsed; lines count from 1. */
export interface PageFault {
  code: 'PAGE_UNREADABLE';
  line: number;
  text: string;
}

/** A line with its number. */
interface Line {
  number: number;
  text: string;
}

const fault = (line: number, text: string) => refuse<PageFault>({ code: 'PAGE_UNREADABLE', line, text });

/** One part of a file: a heading, and the lines up to the next heading of that level. */
interface Section {
  heading: Line;
  lines: Line[];
}

const isHeading = (text: string, marks: string): boolean => text.startsWith(`${marks} `);

/** Splits lines at headings of this level. `before`: the lines before the first heading. */
function sectionsOf(lines: readonly Line[], marks: string): { before: Line[]; sections: Section[] } {
  const before: Line[] = [];
  const sections: Section[] = [];
  for (const line of lines) {
    if (isHeading(line.text, marks)) {
      sections.push({ heading: { number: line.number, text: line.text.slice(marks.length + 1).trim() }, lines: [] });
    } else (sections.at(-1)?.lines ?? before).push(line);
  }
  return { before, sections };
}

/** Joins lines into paragraphs. A paragraph keeps its line breaks, and one empty line separates paragraphs. */
const textOf = (lines: readonly Line[]): string =>
  lines
    .map(({ text }) => text.trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();

const isBlank = ({ text }: Line): boolean => text.trim() === '';

const stepForm = /^\d{1,2}\. ([^:]{1,120}): (.+)$/;
const featureForm = /^- \[([a-z-]{1,40})\] ([^:]{1,120}): (.+)$/;
const pictureForm = /^!\[([^\]]{0,200})\]\((\/[^()\s]{1,300})\)$/;

/** Parses a block with lines of one form. */
function listOf<T>(
  lines: readonly Line[],
  form: RegExp,
  what: string,
  make: (parts: readonly string[]) => T,
): Result<T[], PageFault> {
  const items: T[] = [];
  for (const line of lines.filter((one) => !isBlank(one))) {
    const parts = form.exec(line.text.trim());
    if (parts === null) return fault(line.number, `«${line.text.trim().slice(0, 60)}» no es ${what}.`);
    items.push(make(parts.slice(1)));
  }
  return ok(items);
}

function questionsOf({ heading, lines }: Section): Result<PageBlock, PageFault> {
  const { before, sections } = sectionsOf(lines, '###');
  const stray = before.find((line) => !isBlank(line));
  if (stray !== undefined) return fault(stray.number, 'Entre el título y la primera pregunta («### …») no va texto.');
  const empty = sections.find((one) => textOf(one.lines) === '' || one.heading.text === '');
  if (empty !== undefined) return fault(empty.heading.number, 'Una pregunta («### …») necesita su respuesta debajo.');
  const questions = sections.map((one) => ({ question: one.heading.text, answer: textOf(one.lines) }));
  return ok({ kind: 'questions', title: heading.text, questions });
}

/** Marks in the first line below a title. A mark names the kind of the block. */
const marks = { title: '[título]', list: '[lista]', products: '[productos]', banner: '[banner]' } as const;

/** Lines of a banner, by their first word. */
const bannerLines = {
  foto: 'url',
  alternativo: 'label',
  enlace: 'link',
  botón: 'linkLabel',
  texto: 'text',
} as const;

const itemForm = /^- (.+)$/;

const itemsOf = <T>(lines: readonly Line[], make: (text: string) => T): Result<T[], PageFault> =>
  listOf(lines, itemForm, 'un renglón de la lista como «- Texto»', ([text = '']) => make(text.trim()));

function bannerOf({ heading }: Section, lines: readonly Line[]): Result<PageBlock, PageFault> {
  const banner = { kind: 'banner', url: '', label: '', title: heading.text, text: '', link: '', linkLabel: '' };
  const words = Object.entries(bannerLines);
  for (const { number, text } of lines.filter((line) => !isBlank(line))) {
    const [, word, value = ''] = /^(\p{L}+): ?(.*)$/u.exec(text.trim()) ?? [];
    const name = words.find(([known]) => known === word)?.[1];
    if (name === undefined) return fault(number, `«${text.trim().slice(0, 60)}» no es un renglón de un banner.`);
    banner[name] = value.trim();
  }
  const { url, label, title, text, link, linkLabel } = banner;
  return ok({ kind: 'banner', url, label, title, text, link, linkLabel });
}

/** Parses a block with a mark in its first line. Undefined without a mark. */
function markedBlock(section: Section, first: Line): Result<PageBlock, PageFault> | undefined {
  const title = section.heading.text;
  const rest = section.lines.filter(({ number }) => number > first.number);
  switch (first.text.trim()) {
    case marks.title:
      return ok({ kind: 'title', title });
    case marks.list: {
      const items = itemsOf(rest, (text) => ({ text }));
      return items.ok ? ok({ kind: 'list', title, items: items.value }) : items;
    }
    case marks.products: {
      const products = itemsOf(rest, (sku) => ({ sku }));
      return products.ok ? ok({ kind: 'products', title, products: products.value }) : products;
    }
    case marks.banner:
      return bannerOf(section, rest);
    default:
      return undefined;
  }
}

/** Parses one block. The first line decides the kind of the block. */
function blockOf(section: Section): Result<PageBlock, PageFault> {
  const { heading, lines } = section;
  const first = lines.find((line) => !isBlank(line));
  if (first === undefined) return fault(heading.number, `Debajo de «${heading.text}» no hay texto.`);
  const marked = markedBlock(section, first);
  if (marked !== undefined) return marked;
  if (lines.some(({ text }) => isHeading(text, '###'))) return questionsOf(section);
  if (/^\d{1,2}\. /.test(first.text)) {
    const steps = listOf(
      lines,
      stepForm,
      'un paso como «1. Abre tu pedido: En Mis órdenes …»',
      ([title = '', text = '']) => ({
        title,
        text,
      }),
    );
    return steps.ok ? ok({ kind: 'steps', title: heading.text, steps: steps.value }) : steps;
  }
  if (featureForm.test(first.text.trim())) {
    const features = listOf(
      lines,
      featureForm,
      'una ventaja como «- [truck] Envío gratis: Desde Q500»',
      ([icon = '', title = '', text = '']) => ({ icon, title, text }),
    );
    return features.ok ? ok({ kind: 'features', title: heading.text, features: features.value }) : features;
  }
  return ok({ kind: 'text', title: heading.text, text: textOf(lines) });
}

/** Parses the lines between the page's title and its first block: a description, then pictures. */
function openingOf(lines: readonly Line[]): { description: string; pictures: PageBlock[] } {
  const pictures: PageBlock[] = [];
  const words: Line[] = [];
  for (const line of lines) {
    const picture = pictureForm.exec(line.text.trim());
    if (picture === null) words.push(line);
    else pictures.push({ kind: 'picture', label: picture[1] ?? '', url: picture[2] ?? '' });
  }
  return { description: textOf(words).replaceAll('\n', ' '), pictures };
}

/** Maximum length of a page's title, description and file, in characters. */
const most = { title: 120, description: 300, file: 200_000 } as const;

/**
 * Parses the file of a content page: "# title", a description, and blocks that begin with "## title". Below a block's
 * title follow paragraphs, questions ("### …" with the answer below), steps ("1. title: text"), features ("- [icon]
 * title: text"), or a line of `marks`. Pictures ("![label](/media/…)") are below the description or alone after a
 * block. HTML stays plain text.
 */
export function readPageFile(file: string): Result<PageText, PageFault> {
  if (file.length > most.file) return fault(1, `El archivo tiene más de ${most.file} letras.`);
  const lines = file
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((text, at) => ({ number: at + 1, text }));
  const [head, ...others] = sectionsOf(lines, '#').sections;
  const first = lines.find((line) => !isBlank(line));
  if (head === undefined || first?.number !== head.heading.number)
    return fault(first?.number ?? 1, 'La primera línea es el título de la página: «# Términos y condiciones».');
  if (others[0] !== undefined) return fault(others[0].heading.number, 'Una página tiene un solo título («# …»).');
  const title = head.heading.text;
  if (title === '' || title.length > most.title)
    return fault(head.heading.number, `El título tiene de 1 a ${most.title} letras.`);
  const { before, sections } = sectionsOf(head.lines, '##');
  const { description, pictures } = openingOf(before);
  if (description.length > most.description)
    return fault(
      before.find((line) => !isBlank(line))?.number ?? head.heading.number,
      `La descripción tiene a lo más ${most.description} letras; lo demás va debajo de un «## título».`,
    );
  const blocks = [...pictures];
  for (const section of sections) {
    const shown = section.lines.flatMap(({ text }) => pictureForm.exec(text.trim()) ?? []);
    const words = section.lines.filter(({ text }) => !pictureForm.test(text.trim()));
    const block = blockOf({ ...section, lines: words });
    if (!block.ok) return block;
    blocks.push(block.value);
    for (let at = 0; at < shown.length; at += 3)
      blocks.push({ kind: 'picture', label: shown[at + 1] ?? '', url: shown[at + 2] ?? '' });
  }
  return ok({ title, description, blocks });
}

const writeBlock = (block: PageBlock): string => {
  switch (block.kind) {
    case 'text':
      return `## ${block.title}\n\n${block.text}`;
    case 'steps':
      return `## ${block.title}\n\n${block.steps.map(({ title, text }, at) => `${at + 1}. ${title}: ${text}`).join('\n')}`;
    case 'features':
      return `## ${block.title}\n\n${block.features.map(({ icon, title, text }) => `- [${icon}] ${title}: ${text}`).join('\n')}`;
    case 'questions':
      return `## ${block.title}\n\n${block.questions.map(({ question, answer }) => `### ${question}\n\n${answer}`).join('\n\n')}`;
    case 'picture':
      return `![${block.label}](${block.url})`;
    case 'title':
      return `## ${block.title}\n\n${marks.title}`;
    case 'list':
      return `## ${block.title}\n\n${marks.list}\n${block.items.map(({ text }) => `- ${text}`).join('\n')}`;
    case 'products':
      return `## ${block.title}\n\n${marks.products}\n${block.products.map(({ sku }) => `- ${sku}`).join('\n')}`;
    case 'banner': {
      const lines = Object.entries(bannerLines).map(([word, name]) => `${word}: ${block[name]}`);
      return `## ${block.title}\n\n${marks.banner}\n${lines.join('\n')}`;
    }
  }
};

/** Writes a page so that `readPageFile` parses it again. */
export const writePageFile = ({ title, description, blocks }: PageText): string =>
  `${[`# ${title}`, ...(description === '' ? [] : [description]), ...blocks.map(writeBlock)].join('\n\n')}\n`;
