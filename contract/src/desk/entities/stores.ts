import { declareEntity } from '../entity.ts';
import type { TextForm } from '../fields.ts';

export const phoneForm: TextForm = { pattern: /^[2-9]\d{3}-?\d{4}$/, words: 'los 8 números, como 2345-6789' };

/** Stores and the warehouse (PROD-28). A store is never deleted: it retires (PROD-23). */
export const stores = declareEntity({
  name: 'stores',
  slice: 'locations',
  calls: ['Store', 'DeskStores'],
  words: {
    one: 'tienda',
    many: 'tiendas',
    isFeminine: true,
    note: 'Lo que guardes se ve en la tienda en línea en unos segundos, también en las fechas de recogida.',
  },
  permissions: { read: 'settings.edit', edit: 'settings.edit' },
  key: 'code',
  title: 'name',
  fields: {
    name: { kind: 'text', label: 'Nombre', max: 80 },
    code: {
      kind: 'text',
      label: 'Código',
      max: 20,
      form: { pattern: /^[A-Za-z0-9_-]+$/, words: 'letras, números y guiones, como «T15»' },
      editable: 'once',
      hint: 'El de tus archivos de existencias. No cambia después.',
    },
    type: {
      kind: 'choice',
      label: 'Clase',
      values: { tienda: 'Tienda', bodega: 'Bodega' },
      default: 'tienda',
    },
    street: { kind: 'text', label: 'Dirección', max: 200 },
    regionId: { kind: 'reference', label: 'Departamento', names: 'department' },
    department: { kind: 'text', label: 'Ubicación', max: 60, editable: 'never', isListed: true },
    city: { kind: 'reference', label: 'Municipio', names: 'municipality', isCode: true },
    zone: { kind: 'text', label: 'Zona', max: 40, mayBeBlank: true, default: '' },
    latitude: {
      kind: 'decimal',
      label: 'Latitud',
      min: 13,
      max: 18.5,
      hint: 'En Google Maps: clic derecho sobre la tienda. El primer número, como 14.598800.',
    },
    longitude: { kind: 'decimal', label: 'Longitud', min: -93, max: -88, hint: 'El segundo, como -90.513300.' },
    phone: {
      kind: 'text',
      label: 'Teléfono',
      max: 9,
      form: phoneForm,
      isOptional: true,
      hint: 'Sin teléfono propio se muestra el de la tienda en línea.',
    },
    isPickup: { kind: 'flag', label: 'Recoger en tienda', words: ['Entrega órdenes', 'No entrega órdenes'] },
    isWarehouse: {
      kind: 'flag',
      label: 'Bodega central',
      words: ['Es la bodega central', 'No es la bodega central'],
      editable: 'once',
      default: false,
      hint: 'De ahí salen primero los envíos. Solo hay una.',
    },
    hours: {
      kind: 'hours',
      label: 'Horario',
      default: '',
      hint: 'Sin horario se usa el de recogida de toda la tienda, menos en feriados.',
    },
    exceptions: {
      kind: 'exceptions',
      label: 'Días especiales',
      default: '',
      hint: 'Cuando cierra o abre a otra hora. El motivo lo leen los clientes.',
    },
    position: {
      kind: 'whole',
      label: 'Orden',
      min: 0,
      max: 9_999,
      default: 'computed',
      hint: 'Los números menores van primero. Si lo dejas vacío, va al final.',
    },
    slug: {
      kind: 'text',
      label: 'Enlace',
      max: 80,
      form: { pattern: /^[a-z0-9]+(?:-[a-z0-9]+)*$/, words: 'una dirección como «zona-10»' },
      editable: 'once',
      default: 'computed',
      hint: 'De su página. Si lo dejas vacío, se hace del nombre.',
    },
    state: {
      kind: 'choice',
      label: 'Estado',
      values: { current: 'Activa', retired: 'Retirada' },
      editable: 'never',
    },
  },
  list: {
    columns: ['name', 'code', 'city', 'department', 'isPickup', 'state'],
    filters: ['state', 'isPickup', 'type'],
    sorts: ['position', 'name', 'code'],
    search: 'Nombre, código o dirección',
  },
});
