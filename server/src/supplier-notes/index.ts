import type { Slice } from '../slice.ts';
import { supplierNotesRoutes } from './supplier-notes.routes.ts';

export const supplierNotes: Slice = { routes: supplierNotesRoutes };
