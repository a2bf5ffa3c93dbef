/** Texts of the shop's mails that an operator may replace (PROD-30): the subject, and the paragraph below the heading. */
export interface MailText {
  subject: string;
  opening: string;
}

interface MailKindTexts extends MailText {
  label: string;
  /** Fields that the texts may contain in braces, each with a sample value for previews. */
  fields: Readonly<Record<string, string>>;
  /** Fields that the subject must contain, so that the reader knows the topic of the mail. */
  needed: readonly string[];
}

/** The mails of DEC-12 with their standard texts. Each field in braces is replaced with its value. */
export const mailTexts = {
  orderConfirmation: {
    label: 'Confirmación de la orden',
    fields: { numero: '100001', total: 'Q1,250.00', tienda: 'la tienda' },
    needed: ['numero'],
    subject: '¡Gracias por tu compra! Orden {numero}',
    opening: 'Recibimos tu pedido. Guarda este número, lo necesitarás para cualquier consulta.',
  },
  storePayment: {
    label: 'Pago en la tienda',
    fields: { numero: '100001', total: 'Q1,250.00', tienda: 'la tienda' },
    needed: ['numero'],
    subject: 'Paga tu pedido {numero} en la tienda',
    opening: 'Apartamos tus productos. Preséntate en la tienda con este número de pedido.',
  },
  accountConfirmation: {
    label: 'Confirmación de la cuenta',
    fields: { tienda: 'la tienda' },
    needed: [],
    subject: 'Confirma tu correo en {tienda}',
    opening: 'Confirma tu correo para ver en tu cuenta también los pedidos que hiciste sin ella.',
  },
  passwordReset: {
    label: 'Contraseña nueva',
    fields: { tienda: 'la tienda' },
    needed: [],
    subject: 'Restablece tu contraseña de {tienda}',
    opening: 'Pediste restablecer la contraseña de tu cuenta.',
  },
  giftCard: {
    label: 'Tarjeta de regalo',
    fields: { remitente: 'Ana Paz', articulo: 'Tarjeta de regalo', monto: 'Q500.00', tienda: 'la tienda' },
    needed: ['remitente'],
    subject: '{remitente} te envió una tarjeta de regalo de {monto}',
    opening: '{remitente} te envió: {articulo}.',
  },
  restock: {
    label: 'Producto disponible otra vez',
    fields: { producto: 'Televisor 55"', tienda: 'la tienda' },
    needed: ['producto'],
    subject: 'Ya está disponible: {producto}',
    opening: '{producto} está disponible de nuevo. Las unidades son limitadas.',
  },
  returnReceived: {
    label: 'Solicitud de devolución recibida',
    fields: { numero: 'D-100001', orden: '100001', tienda: 'la tienda' },
    needed: ['numero'],
    subject: 'Devolución {numero}: recibimos tu solicitud',
    opening: 'Hemos recibido tu solicitud de devolución {numero}.',
  },
} as const satisfies Record<string, MailKindTexts>;

export type MailKind = keyof typeof mailTexts;

export const mailKinds = Object.keys(mailTexts).filter(isMailKind);

export function isMailKind(name: string): name is MailKind {
  return Object.hasOwn(mailTexts, name);
}

/** The shop's own texts. A missing kind has the standard texts. */
export type OwnMailTexts = Readonly<Partial<Record<MailKind, MailText>>>;

type FieldOf<K extends MailKind> = keyof (typeof mailTexts)[K]['fields'] & string;

const named = (fields: readonly string[]): string => fields.map((field) => `{${field}}`).join(', ');

/** Returns the fields of a mail as a text writes them: "{numero}, {total}". */
export const namedFields = (kind: MailKind): string => named(Object.keys(mailTexts[kind].fields));

/**
 * Returns the reason why a text cannot be used, in Spanish. Null if the text can be used. `needed`: fields that the
 * text must contain.
 */
function faultOf(text: string, { fields, needed }: { fields: readonly string[]; needed: readonly string[] }) {
  const used = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const unknown = used.find((name) => !fields.includes(name));
  if (unknown !== undefined) return `Este correo no tiene el campo {${unknown}}. Puedes usar ${named(fields)}.`;
  if (/[{}]/.test(text.replace(/\{[^{}]*\}/g, ''))) return 'Cada campo va entre llaves: {…}.';
  const missing = needed.find((name) => !used.includes(name));
  return missing === undefined ? null : `Falta el campo {${missing}}.`;
}

/**
 * Returns the faults of own texts, by field. Empty without faults. Refuses an unknown field, and a subject without its
 * required fields (PROD-30).
 */
export function mailTextFaults(
  kind: MailKind,
  { subject, opening }: MailText,
): Partial<Record<keyof MailText, string>> {
  const { fields, needed } = mailTexts[kind];
  const names = Object.keys(fields);
  const [inSubject, inOpening] = [
    faultOf(subject, { fields: names, needed }),
    faultOf(opening, { fields: names, needed: [] }),
  ];
  return { ...(inSubject !== null && { subject: inSubject }), ...(inOpening !== null && { opening: inOpening }) };
}

const filled = (template: string, values: Readonly<Record<string, string>>): string =>
  template.replace(/\{([^{}]*)\}/g, (braced, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? '') : braced,
  );

/** Returns the texts that a shop uses for a mail: its own texts, or the standard texts. */
const textsInForce = (kind: MailKind, own: OwnMailTexts | undefined): MailText => own?.[kind] ?? mailTexts[kind];

const filledTexts = ({ subject, opening }: MailText, values: Readonly<Record<string, string>>): MailText => ({
  subject: filled(subject, values).replace(/\s+/g, ' '),
  opening: filled(opening, values),
});

/** Returns a mail with sample values of its fields. `shopName`: the value of {tienda}. */
export const sampleMailText = (kind: MailKind, own: OwnMailTexts | undefined, shopName: string): MailText =>
  filledTexts(textsInForce(kind, own), { ...mailTexts[kind].fields, tienda: shopName });

/**
 * Returns subject and opening of a mail as plain text, with the values of its fields. A value is never parsed as a
 * template. A subject is always one line.
 */
export function mailTextOf<K extends MailKind>(
  kind: K,
  own: OwnMailTexts | undefined,
  values: Readonly<Record<FieldOf<K>, string>>,
): MailText {
  return filledTexts(textsInForce(kind, own), values);
}
