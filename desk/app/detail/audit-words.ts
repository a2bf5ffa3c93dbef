/** What was done, in words, by the names of calls. A command says its own name. */
const operationLabels: Readonly<Record<string, string>> = {
  startStaffSession: 'Escribió su contraseña',
  verifySecondFactor: 'Ingresó al escritorio',
  confirmStaffSession: 'Confirmó con un código',
  endStaffSession: 'Cerró su sesión',
  endOwnSession: 'Cerró otra de sus sesiones',
  acceptInvitation: 'Aceptó la invitación',
  inviteStaff: 'Invitó a la persona',
  inviteStaffAgain: 'Envió otra invitación',
  changeStaff: 'Cambió a la persona',
  disableStaff: 'Desactivó a la persona',
  enableStaff: 'Activó a la persona',
  createRole: 'Creó el rol',
  correctOrder: 'Corrigió la orden',
  cancelOrder: 'Canceló',
  holdOrder: 'Detuvo la orden',
  releaseOrder: 'Liberó la orden',
  addOrderNote: 'Escribió una nota',
  removeOrderNote: 'Quitó una nota',
  resendOrderMail: 'Reenvió un correo',
  createRefund: 'Reembolsó',
  exportOrderRows: 'Exportó órdenes',
  exportRefunds: 'Exportó reembolsos',
  exportCustomers: 'Exportó clientes',
  openCustomerDpi: 'Vio el DPI',
  unlockCustomer: 'Desbloqueó la cuenta',
  endCustomerSessions: 'Cerró las sesiones',
  resendCustomerConfirmation: 'Reenvió la confirmación',
  correctCustomerEmail: 'Corrigió el correo',
  giveCustomerBack: 'Devolvió la cuenta',
};

export const operationLabel = (operation: string): string => operationLabels[operation] ?? operation;

/** What was changed, in words, by the names of resources. */
const entityLabels: Readonly<Record<string, string>> = {
  audit: 'Auditoría',
  customers: 'Cliente',
  orders: 'Orden',
  refunds: 'Reembolso',
  returns: 'Devolución',
  role: 'Rol',
  roles: 'Rol',
  session: 'Sesión',
  shipments: 'Envío',
  staff: 'Persona',
  tills: 'Caja',
};

export const entityLabel = (entity: string): string => entityLabels[entity] ?? entity;

/** Fields of a change, in words, as far as they are known. */
const fieldLabels: Readonly<Record<string, string>> = {
  email: 'Correo electrónico',
  isDisabled: 'Desactivada',
  label: 'Nombre',
  name: 'Nombre',
  note: 'Nota',
  permissions: 'Permisos',
  phone: 'Teléfono',
  role: 'Rol',
  state: 'Estado',
  stores: 'Tiendas',
  tags: 'Etiquetas',
  version: 'Versión',
};

export const fieldLabel = (field: string): string => fieldLabels[field] ?? field;
