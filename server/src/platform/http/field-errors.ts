import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

/** The Spanish name of a field ("la cantidad") and its grammar. */
interface FieldName {
  /** Used at the beginning of a sentence, such as "La cantidad". */
  subject: string;
  /** The noun without an article, such as "cantidad". */
  noun: string;
  /** The indefinite article, such as "una". */
  indefinite: string;
  isPlural: boolean;
  valid: string;
}

const endings: Record<string, Pick<FieldName, 'indefinite' | 'isPlural' | 'valid'>> = {
  el: { indefinite: 'un', isPlural: false, valid: 'válido' },
  la: { indefinite: 'una', isPlural: false, valid: 'válida' },
  los: { indefinite: 'unos', isPlural: true, valid: 'válidos' },
  las: { indefinite: 'unas', isPlural: true, valid: 'válidas' },
};

/** Returns the innermost field that has a name: "la cantidad" for `items.0.quantity`, "los productos" for `items.0`. */
const nameOf = (path: readonly PropertyKey[]): string => {
  const key = path.findLast((part) => typeof part === 'string') ?? 'body';
  return fieldNames.get(key) ?? (key.startsWith('attr.') ? 'el filtro' : `el campo «${key}»`);
};

const fieldName = (name: string): FieldName => {
  const article = name.slice(0, name.indexOf(' '));
  const agreement = endings[article] ?? { indefinite: 'un', isPlural: false, valid: 'válido' };
  return {
    subject: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    noun: name.slice(article.length + 1),
    ...agreement,
  };
};

const isMissing = (input: unknown): boolean =>
  input === undefined ||
  input === null ||
  (typeof input === 'string' && input.trim() === '') ||
  (Array.isArray(input) && input.length === 0);

const invalid = ({ subject, isPlural, valid }: FieldName): string =>
  `${subject} no ${isPlural ? 'son' : 'es'} ${valid}.`;

const unitOf: Record<string, string> = { string: ' caracteres', array: ' elementos' };

/** Returns the error of a present value. Undefined if nothing more is known. */
const detailOf = (issue: Issue, field: FieldName): string | undefined => {
  const must = `${field.subject} ${field.isPlural ? 'deben' : 'debe'}`;
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'int' ? `${must} ser un número entero.` : undefined;
    case 'too_small':
      return issue.origin in unitOf
        ? `${must} tener al menos ${issue.minimum}${unitOf[issue.origin]}.`
        : `${must} ser ${issue.minimum} o más.`;
    case 'too_big':
      if (issue.origin === 'file') return `${must} pesar como máximo ${Number(issue.maximum) / 1_048_576} MB.`;
      return issue.origin in unitOf
        ? `${must} tener como máximo ${issue.maximum}${unitOf[issue.origin]}.`
        : `${must} ser ${issue.maximum} o menos.`;
    case 'invalid_format':
      if (issue.format === 'email') return `Ingresa ${field.indefinite} ${field.noun} ${field.valid}.`;
      return issue.format === 'date' ? `${must} escribirse como AAAA-MM-DD.` : undefined;
    case 'invalid_value':
      return `${must} ser ${issue.values
        .map(String)
        .join(', ')
        .replace(/, ([^,]+)$/, ' o $1')}.`;
    default:
      return undefined;
  }
};

/** Returns a whole Spanish sentence about the wrong field (DEC-194), for zod's `error` option. */
export const fieldErrorText = (issue: Issue): string => {
  if (issue.code === 'unrecognized_keys') return unknownFieldText(issue.keys[0] ?? '');
  const name = nameOf(issue.path ?? []);
  if (isMissing(issue.input)) return `Ingresa ${name}.`;
  const field = fieldName(name);
  return detailOf(issue, field) ?? invalid(field);
};

/** Returns the message for an undeclared field. */
export const unknownFieldText = (key: string): string => `El campo «${key}» no existe en esta solicitud.`;

/**
 * The Spanish name of every input field of the contract, with its article (DEC-194). Fields missing here get their technical name. The
 * names are in a map, because callers choose field names and an object would also know `constructor` (found by
 * `testing/hostile-input.api.test.ts`).
 */
const fieldNames: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bank: 'el banco',
    days: 'los días',
    rows: 'las filas',
    seenPrice: 'el precio que viste',
    units: 'las unidades',
    asOf: 'el momento del conteo',
    path: 'la dirección de la página',
    reference: 'la referencia',
    tillId: 'la caja',
    employeeHash: 'el código del asesor',
    fields: 'la lista de campos',
    quoteId: 'el enlace',
    hash: 'el código del asesor',
    alias: 'el alias de la dirección',
    birthDate: 'la fecha de nacimiento',
    after: 'la orden desde la que sigue la lista',
    body: 'los datos enviados',
    acceptTerms: 'la aceptación de los términos',
    billingAddress: 'la dirección fiscal',
    billingName: 'el nombre o razón social',
    brand: 'la marca',
    bin: 'el inicio del número de tarjeta',
    carrierCode: 'el tipo de envío',
    cartId: 'el carrito',
    cartItemId: 'el producto del carrito',
    category: 'la categoría',
    categoryId: 'la categoría',
    ccCVV: 'el código de seguridad',
    ccDate: 'la fecha de vencimiento',
    ccNumber: 'el número de tarjeta',
    ccOwner: 'el nombre del titular',
    city: 'el municipio',
    shareToken: 'el enlace',
    signature: 'la firma del dispositivo',
    userHandle: 'la cuenta del dispositivo',
    attestationObject: 'la prueba del dispositivo',
    authenticatorData: 'los datos del dispositivo',
    clientDataJSON: 'lo que firmó el dispositivo',
    clientId: 'el identificador del cliente',
    code: 'el código',
    country_code: 'el país',
    countryCode: 'el país',
    currentPassword: 'la contraseña actual',
    customerId: 'la cuenta',
    dateOfBirth: 'la fecha de nacimiento',
    couponCode: 'el código',
    defaultShipping: 'la opción de usar la dirección como predeterminada',
    deliveryDate: 'la fecha de entrega',
    deliveryPromise: 'la promesa de entrega',
    documentType: 'el tipo de documento',
    documentId: 'el número de documento',
    donation: 'la donación',
    description: 'la descripción',
    dpi: 'el número de DPI',
    email: 'el correo electrónico',
    from: 'el producto del carrito que se guarda',
    fingerprintSessionId: 'el identificador de la sesión de pago',
    firstName: 'el nombre',
    firstname: 'el nombre',
    gender: 'el género',
    giftcardDeliveryDate: 'la fecha de entrega',
    giftcardEmail: 'el correo electrónico',
    giftcardMessage: 'el mensaje',
    giftcardName: 'el nombre',
    groups: 'los grupos de envío',
    id: 'el identificador',
    identifier: 'el número de documento',
    ids: 'las categorías',
    image: 'la foto',
    images: 'las fotos',
    isPaymentInStore: 'la opción de pagar en tienda',
    itemAdditionalInfo: 'los datos de la tarjeta de regalo',
    items: 'los productos',
    keys: 'las claves',
    lastName: 'el apellido',
    lastname: 'el apellido',
    latitude: 'la latitud',
    link: 'el enlace',
    location: 'la ubicación',
    longitude: 'la longitud',
    maxPrice: 'el precio máximo',
    message: 'el mensaje',
    methodCode: 'el método de envío',
    minPrice: 'el precio mínimo',
    name: 'el programa de puntos',
    nit: 'el número de NIT, DPI o pasaporte',
    notificationMode: 'el modo de notificación',
    number: 'el número de pedido',
    offerId: 'la oferta del vendedor',
    orderNumber: 'el número de pedido',
    otp: 'el código de un solo uso',
    page: 'la página',
    parentSku: 'el producto principal',
    passkeyName: 'el nombre de la llave de acceso',
    password: 'la contraseña',
    paymentAmount: 'el monto',
    paymentMethod: 'el método de pago',
    paymentPlan: 'el plan de cuotas',
    paymentType: 'el tipo de pago',
    payments: 'los pagos',
    phone: 'el teléfono',
    pickupDate: 'la fecha de recogida',
    pickupTime: 'la hora de recogida',
    postcode: 'el código postal',
    products: 'los productos',
    q: 'la búsqueda',
    quantity: 'la cantidad',
    registerLeal: 'la opción de registrarte en Puntos MAX',
    reason: 'el motivo',
    region: 'el departamento',
    regionId: 'el departamento',
    returnNumber: 'el número de devolución',
    same_as_shipping: 'la opción de usar la dirección de envío',
    savePaymentInstrument: 'la opción de guardar la tarjeta',
    merge: 'la opción de unir las listas',
    seller: 'el vendedor',
    sellerId: 'el vendedor',
    sessionId: 'el identificador de la sesión',
    shippingMethod: 'la forma de entrega',
    shopId: 'el tipo de tienda',
    sku: 'el código del producto',
    skus: 'los códigos de los productos',
    slug: 'la dirección de la página',
    sort: 'el orden',
    offers: 'el filtro de ofertas',
    store: 'la tienda',
    storeCode: 'la tienda',
    street: 'la dirección',
    telephone: 'el teléfono',
    to: 'el destinatario',
    token: 'la tarjeta guardada',
    tokenType: 'el tipo de tarjeta guardada',
    trustedPerson: 'la persona de confianza',
    type: 'el tipo',
    types: 'las formas de entrega',
    userId: 'el identificador del usuario',
    warranty: 'la garantía',
    wishlistItemsIds: 'los productos de la lista de deseos',
    zone: 'la zona',
    currency: 'la moneda',
    value: 'el valor',
    event: 'el evento',
    data: 'los datos del evento',
    eventUrl: 'la dirección del evento',
    index: 'la posición',
    price: 'el precio',
    item_id: 'el código del producto',
    item_name: 'el nombre del producto',
    item_brand: 'la marca',
    item_category: 'la categoría',
    item_category2: 'la categoría',
    item_category3: 'la categoría',
    item_category4: 'la categoría',
    item_category5: 'la categoría',
    payment_type: 'el tipo de pago',
  }),
);
