import type { PageBlock } from '@ceiba/domain/content/page-file';
import { type Field, faultOf } from './fields.ts';
import { linkForm, pictureForm } from './shop-addresses.ts';

type TextField = Extract<Field, { kind: 'text' }>;
type Fields = Readonly<Record<string, TextField>>;

/** A kind of block: its texts, and the rows of its list. */
interface BlockKind {
  label: string;
  fields: Fields;
  rows?: { name: string; label: string; most: number; fields: Fields };
}

const line = (label: string, max = 120): TextField => ({ kind: 'text', label, max });
const optionalTitle: TextField = { kind: 'text', label: 'Título', max: 120, mayBeBlank: true };
const long = (label: string, max: number): TextField => ({ kind: 'text', label, max, isLong: true });
const picture: TextField = { kind: 'text', label: 'Foto', max: 100, form: pictureForm };
const alt = line('Texto alternativo', 200);

/** The blocks of content pages (PROD-14), in the order in which the desk offers them. Texts are plain. HTML is shown as written. */
export const blockKinds: Readonly<Record<PageBlock['kind'], BlockKind>> = {
  title: { label: 'Título', fields: { title: line('Título') } },
  text: { label: 'Párrafos', fields: { title: optionalTitle, text: long('Texto', 10_000) } },
  list: {
    label: 'Lista',
    fields: { title: optionalTitle },
    rows: { name: 'items', label: 'Punto', most: 60, fields: { text: line('Texto', 500) } },
  },
  picture: { label: 'Foto', fields: { url: picture, label: alt } },
  products: {
    label: 'Productos',
    fields: { title: line('Título') },
    rows: { name: 'products', label: 'Producto', most: 15, fields: { sku: line('SKU', 64) } },
  },
  banner: {
    label: 'Banner',
    fields: {
      url: picture,
      label: alt,
      title: line('Título'),
      text: { kind: 'text', label: 'Texto', max: 300, mayBeBlank: true },
      link: { kind: 'text', label: 'Enlace', max: 300, form: linkForm },
      linkLabel: line('Botón', 40),
    },
  },
  steps: {
    label: 'Pasos',
    fields: { title: line('Título') },
    rows: { name: 'steps', label: 'Paso', most: 30, fields: { title: line('Título'), text: long('Texto', 2_000) } },
  },
  features: {
    label: 'Ventajas',
    fields: { title: line('Título') },
    rows: {
      name: 'features',
      label: 'Ventaja',
      most: 30,
      fields: {
        icon: { ...line('Icono', 40), form: { pattern: /^[a-z0-9-]+$/, words: 'el nombre de un icono, como «truck»' } },
        title: line('Título'),
        text: long('Texto', 2_000),
      },
    },
  },
  questions: {
    label: 'Preguntas',
    fields: { title: line('Título') },
    rows: {
      name: 'questions',
      label: 'Pregunta',
      most: 60,
      fields: { question: line('Pregunta', 300), answer: long('Respuesta', 5_000) },
    },
  },
};

export const isBlockKind = (kind: unknown): kind is PageBlock['kind'] =>
  typeof kind === 'string' && Object.hasOwn(blockKinds, kind);

/** Maximum number of blocks in a page. */
export const maxBlocks = 60;

type Loose = Readonly<Record<string, unknown>>;
const isLoose = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the first fault of these texts, with the label of its field. Parts that the block does not have are faults. */
function textsFault(texts: Loose, fields: Fields, others: readonly string[]): string | null {
  if (Object.keys(texts).some((name) => !Object.hasOwn(fields, name) && !others.includes(name)))
    return 'tiene partes que no existen.';
  for (const [name, field] of Object.entries(fields)) {
    const text = texts[name];
    const fault = typeof text === 'string' ? faultOf(field, text) : 'Falta este dato.';
    if (fault !== null) return `${field.label}: ${fault}`;
  }
  return null;
}

function blockFault(block: unknown): string | null {
  if (!isLoose(block) || !isBlockKind(block['kind'])) return 'no es de un tipo conocido.';
  const { fields, rows } = blockKinds[block['kind']];
  const own = textsFault(block, fields, ['kind', ...(rows === undefined ? [] : [rows.name])]);
  if (own !== null || rows === undefined) return own;
  const listed = block[rows.name];
  if (!Array.isArray(listed) || listed.length === 0) return `agrega al menos un ${rows.label.toLowerCase()}.`;
  if (listed.length > rows.most) return `tiene más de ${rows.most}.`;
  for (const [at, row] of listed.entries()) {
    const fault = isLoose(row) ? textsFault(row, rows.fields, []) : 'no es de un tipo conocido.';
    if (fault !== null) return `${rows.label} ${at + 1}, ${fault}`;
  }
  return null;
}

/** Returns the Spanish message about the first wrong block, with its number and kind. Null if all blocks are valid. */
export function blocksFault(blocks: unknown): string | null {
  if (!Array.isArray(blocks)) return 'Los bloques no se pudieron leer.';
  if (blocks.length > maxBlocks) return `Una página tiene a lo sumo ${maxBlocks} bloques.`;
  for (const [at, block] of blocks.entries()) {
    const fault = blockFault(block);
    const kind = isLoose(block) && isBlockKind(block['kind']) ? ` (${blockKinds[block['kind']].label})` : '';
    if (fault !== null) return `Bloque ${at + 1}${kind}: ${fault}`;
  }
  return null;
}

/** Returns a new block of a kind, with its first row. */
export function emptyBlock(kind: PageBlock['kind']): Loose {
  const { fields, rows } = blockKinds[kind];
  const blank = (of: Fields) => Object.fromEntries(Object.keys(of).map((name) => [name, '']));
  return { kind, ...blank(fields), ...(rows && { [rows.name]: [blank(rows.fields)] }) };
}
