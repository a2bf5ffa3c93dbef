import type { Slice } from '../slice.ts';
import { supplierCodeTable, supplierTable } from './suppliers.table.ts';

export const suppliers: Slice = { entities: [supplierTable, supplierCodeTable] };
