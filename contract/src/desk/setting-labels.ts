import type { PictureField } from '@ceiba/domain/policies/identity-table';
import type { PolicyField } from '@ceiba/domain/policies/shop-policy';

/** The groups of "Ajustes", in the order of the page. */
export const settingGroups = {
  identidad: 'Quiénes somos',
  envios: 'Envíos',
  tienda: 'En tienda',
  pagos: 'Pagos y cuotas',
  precios: 'Precios y ofertas',
  devoluciones: 'Devoluciones',
  efectivo: 'Efectivo',
  revision: 'Por revisar',
  limites: 'Límites',
  plazos: 'Plazos',
} as const;
export type SettingGroup = keyof typeof settingGroups;

/** Fields that "Ajustes" shows. Pictures have their own cards; maintenance has its own command. */
export type SettingName = Exclude<PolicyField, PictureField | 'maintenance'>;

interface SettingWords {
  group: SettingGroup;
  label: string;
  /** The effect of the value, if the label does not explain it. */
  hint?: string;
}

/** The texts of each setting. A setting without texts does not compile. */
export const settingLabels: Readonly<Record<SettingName, SettingWords>> = {
  shopName: { group: 'identidad', label: 'Nombre de la tienda', hint: 'En páginas, correos y papeles.' },
  shopLegalName: { group: 'identidad', label: 'Razón social', hint: 'En recibos y al pie de las páginas.' },
  shopNit: { group: 'identidad', label: 'NIT de la tienda', hint: 'Con su dígito verificador, como 576937-K.' },
  shopSentence: { group: 'identidad', label: 'Frase de la tienda', hint: 'Bajo el nombre, en páginas y en Google.' },
  shopColour: {
    group: 'identidad',
    label: 'Color principal',
    hint: 'Seis cifras hexadecimales, como #8a1538. Sin color, los botones son verdes.',
  },
  supportPhone: { group: 'identidad', label: 'Teléfono de atención' },
  supportWhatsApp: { group: 'identidad', label: 'WhatsApp de atención', hint: 'Ocho números. Vacío: no se muestra.' },
  chatHours: {
    group: 'identidad',
    label: 'Horario de respuesta por WhatsApp',
    hint: 'Junto a «Consultar por WhatsApp»: «Respondemos de 9:00 a 19:00». Vacío: no se dice.',
  },
  shopEmail: { group: 'identidad', label: 'Correo de atención' },
  shopAddress: { group: 'identidad', label: 'Dirección de la tienda' },
  shopHours: { group: 'identidad', label: 'Horario de atención', hint: 'Como «Lunes a sábado, 9:00 a 18:00».' },
  shopLinks: {
    group: 'identidad',
    label: 'Redes sociales',
    hint: 'Hasta 8 direcciones que empiezan con https://, una en cada renglón.',
  },
  loyaltyEmail: { group: 'identidad', label: 'Correo para problemas con puntos' },

  freeDeliveryThreshold: { group: 'envios', label: 'Envío gratis en el departamento de Guatemala desde' },
  homeRegionFee: { group: 'envios', label: 'Envío en el departamento de Guatemala' },
  otherRegionFee: { group: 'envios', label: 'Envío a los demás departamentos' },
  deliveryCutoffHour: {
    group: 'envios',
    label: 'Hora de corte',
    hint: 'Desde esta hora, una orden cuenta para el día siguiente.',
  },
  homeRegionDays: { group: 'envios', label: 'Días hábiles de entrega en el departamento de Guatemala' },
  otherRegionDays: { group: 'envios', label: 'Días hábiles de entrega en los demás departamentos' },
  dropshippingDays: { group: 'envios', label: 'Días hábiles más si lo envía el proveedor' },
  sellerLeadDays: { group: 'envios', label: 'Días hábiles más de un vendedor sin plazo propio' },
  shippingHours: { group: 'envios', label: 'Horas de «Envíos en … horas»' },
  extraHolidays: {
    group: 'envios',
    label: 'Asuetos adicionales',
    hint: 'Días sin entregas además de los feriados, uno en cada renglón, como 2027-09-14.',
  },
  transferDays: { group: 'envios', label: 'Días hábiles de un traslado de la bodega a una tienda' },

  pickupPreparationMinutes: { group: 'tienda', label: 'Minutos para preparar una orden' },
  pickupOpensAt: { group: 'tienda', label: 'Se entrega desde', hint: 'Para las tiendas sin horario propio.' },
  pickupClosesAt: { group: 'tienda', label: 'Se entrega hasta' },
  pickupNextDayAt: {
    group: 'tienda',
    label: 'Hora del día siguiente',
    hint: 'Cuándo está lista una orden que no se alcanzó a preparar antes del cierre.',
  },
  storeFewUnits: {
    group: 'tienda',
    label: 'Unidades que se dicen como últimas',
    hint: 'En «Ver en tiendas»: «Últimas 3 en esta tienda». Con 0 no se dice ninguna cantidad.',
  },
  energyTariff: {
    group: 'tienda',
    label: 'Tarifa de energía por kWh',
    hint: 'La ficha de un producto dice con ella lo que gasta al mes. Vacía: no lo dice.',
  },
  energyTariffDay: { group: 'tienda', label: 'Fecha de esa tarifa', hint: 'La ficha la dice junto a la tarifa.' },
  pickupLimitDays: { group: 'tienda', label: 'Días que un envío espera en la tienda' },
  readyLimitHours: { group: 'tienda', label: 'Horas de atención para tomar un envío listo' },
  packedLimitDays: { group: 'tienda', label: 'Días antes del prometido en que debe salir' },

  installmentsMinimum: { group: 'pagos', label: 'Cuotas desde' },
  calculatorAbove: {
    group: 'pagos',
    label: 'Calculadora de cuotas sobre',
    hint: 'Las cuotas empiezan a lo sumo un quetzal arriba.',
  },
  bankDiscountBasisPoints: { group: 'pagos', label: 'Descuento por cuotas con un banco en promoción' },
  employeeDiscountBasisPoints: { group: 'pagos', label: 'Descuento de empleados en productos propios' },
  cashLimit: { group: 'pagos', label: 'Efectivo hasta', hint: 'Vacío: sin límite.' },
  finalConsumerLimit: { group: 'pagos', label: 'Consumidor final (CF) antes de' },
  linkCartDays: { group: 'pagos', label: 'Días que vale un enlace de pago' },
  pointsCreditedAt: { group: 'pagos', label: 'Los puntos se acreditan' },

  referenceDays: {
    group: 'precios',
    label: 'Días antes de una oferta',
    hint: 'Su precio más bajo se dice junto al precio tachado. Una oferta que ya corre conserva el suyo.',
  },
  percentOnReference: {
    group: 'precios',
    label: 'El porcentaje se calcula sobre el precio más bajo de antes',
    hint: 'Si no, sobre el precio normal.',
  },
  listPriceProof: {
    group: 'precios',
    label: 'Una oferta con dudas',
    hint: 'Si se rechaza, el escritorio pide el motivo y una importación no la acepta.',
  },
  listPriceDays: { group: 'precios', label: 'Días de los últimos 90 que se vendió al precio normal' },
  longestReductionDays: { group: 'precios', label: 'Días que dura una oferta, a lo más' },

  returnDays: { group: 'devoluciones', label: 'Días hábiles para devolver' },
  refundApprovalAbove: {
    group: 'devoluciones',
    label: 'Reembolsos con aprobación sobre',
    hint: 'Lo que una persona reembolsa sola en un día.',
  },
  undeliveredLimitDays: { group: 'devoluciones', label: 'Días para que regrese lo no entregado' },

  cashConfirmation: { group: 'efectivo', label: 'Toda orden en efectivo se confirma por correo' },
  cashConfirmationHours: { group: 'efectivo', label: 'Horas para confirmarla' },
  guestConfirmationFrom: { group: 'efectivo', label: 'Un invitado confirma desde' },
  guestConfirmationUnits: { group: 'efectivo', label: 'Un invitado confirma con más unidades que' },
  guestConfirmationHours: { group: 'efectivo', label: 'Horas para que un invitado confirme' },
  openCashOrders: { group: 'efectivo', label: 'Órdenes en efectivo sin entregar por correo y por teléfono' },
  openCashOrderDays: { group: 'efectivo', label: 'Días que una orden en efectivo cuenta como abierta' },
  openStoreOrders: { group: 'efectivo', label: 'Órdenes por pagar en tienda por conexión' },
  smallOrderUnits: { group: 'efectivo', label: 'Unidades de una orden pequeña' },
  smallOrderValue: {
    group: 'efectivo',
    label: 'Valor de una orden pequeña',
    hint: 'Una conexión sobre sus límites aún puede hacer órdenes pequeñas, que esperan la confirmación.',
  },

  holdGuestAbove: { group: 'revision', label: 'Primera orden de un invitado sobre' },
  holdDeclines: { group: 'revision', label: 'Cobros rechazados en una hora' },
  holdCards: { group: 'revision', label: 'Tarjetas distintas en una hora' },
  holdPhoneEmails: { group: 'revision', label: 'Correos con un mismo teléfono en un día' },
  holdOtherDepartment: { group: 'revision', label: 'Factura y entrega en departamentos distintos' },
  mentionMailsPerDay: { group: 'revision', label: 'Correos por menciones en notas, por persona' },

  ordersPerAddress: { group: 'limites', label: 'Órdenes por conexión' },
  unconfirmedOrders: { group: 'limites', label: 'Órdenes sin pagar de quienes no confirmaron, por conexión' },
  unconfirmedUnits: { group: 'limites', label: 'Unidades de esas órdenes' },
  unconfirmedValue: { group: 'limites', label: 'Valor de esas órdenes' },
  orderShareBasisPoints: { group: 'limites', label: 'Parte de esos límites que una orden puede tomar' },
  unpaidUnits: { group: 'limites', label: 'Unidades sin pagar por conexión' },
  unpaidValue: { group: 'limites', label: 'Valor sin pagar por conexión' },
  unpaidOrderDays: { group: 'limites', label: 'Días que cuenta una orden sin pagar' },
  declinesPerCart: { group: 'limites', label: 'Cobros rechazados por carrito' },
  declinesPerAddress: { group: 'limites', label: 'Cobros rechazados por conexión' },
  declinesPerBin: { group: 'limites', label: 'Cobros rechazados por conexión y BIN' },
  declinesPerCard: { group: 'limites', label: 'Cobros rechazados por tarjeta' },
  declinesPerShop: {
    group: 'limites',
    label: 'Cobros rechazados en toda la tienda',
    hint: 'Más allá, toda orden con tarjeta pide la prueba difícil.',
  },

  guestCartDays: { group: 'plazos', label: 'Días que vive el carrito de un invitado' },
  cartCodeDays: { group: 'plazos', label: 'Días que vale el código de un carrito' },
  restockNoticeDays: { group: 'plazos', label: 'Días que se guarda un aviso de existencias' },
  searchCountDays: { group: 'plazos', label: 'Días que se guardan las búsquedas' },
  mailDays: { group: 'plazos', label: 'Días que se guarda un correo enviado' },
  orderEventDays: { group: 'plazos', label: 'Días que se guardan los eventos de una orden' },
  complaintDays: { group: 'plazos', label: 'Días que se guarda una queja respondida' },
};

/** The words of the shop's pictures. */
export const pictureLabels: Readonly<Record<PictureField, SettingWords & { hint: string }>> = {
  shopLogo: { group: 'identidad', label: 'Logo', hint: 'Para fondos claros. SVG, PNG o JPEG.' },
  shopLogoOnDark: { group: 'identidad', label: 'Logo del encabezado', hint: 'Para fondos oscuros. SVG, PNG o JPEG.' },
  shopIcon: { group: 'identidad', label: 'Ícono de la pestaña', hint: 'Cuadrado. SVG, PNG o JPEG.' },
  shopAppIcon: {
    group: 'identidad',
    label: 'Ícono en teléfonos',
    hint: 'Cuadrado, de 192 píxeles o más. PNG o JPEG.',
  },
};
