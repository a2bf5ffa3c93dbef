import { profileDpiMessage } from '../billing/dpi.ts';
import { normalizeNit, profileNitMessage } from '../billing/nit.ts';
import { passportMessage } from '../billing/passport.ts';
import { ok, type Result, refuse } from '../result.ts';

/** The types of documents that identify a member (DEC-116). */
export const documentTypes = ['DPI', 'NIT', 'Pasaporte'] as const;
export type DocumentType = (typeof documentTypes)[number];

/** The document that identifies a member of the loyalty program (PTS-20). */
export interface LoyaltyDocument {
  documentType: DocumentType;
  documentId: string;
}

/** Returns the message for the field of the number. Null if there is no message. */
export function documentMessage({ documentType, documentId }: LoyaltyDocument): string | null {
  if (documentType === 'DPI') return profileDpiMessage(documentId);
  return documentType === 'NIT' ? profileNitMessage(documentId) : passportMessage(documentId);
}

/** Normalizes a document for storing and sending, so that a number always has the same spelling. A refusal has the field's message. */
export function readDocument(typed: LoyaltyDocument): Result<LoyaltyDocument, { code: 'invalid'; message: string }> {
  const message = documentMessage(typed);
  if (message !== null) return refuse({ code: 'invalid', message });
  // Removes spaces and dashes, and writes capitals. This also works for passports, and for DPIs, which have only
  // digits.
  return ok({ documentType: typed.documentType, documentId: normalizeNit(typed.documentId) });
}

/** Texts of the page of the points program (PROF-23, DEC-116). */
export const loyaltyTexts = {
  exists: 'Este documento ya tiene una cuenta de Puntos MAX.',
  unknown: 'No encontramos una cuenta de Puntos MAX con estos datos.',
  registered: 'Tu cuenta de Puntos MAX está lista.',
  termsRequired: 'Acepta los términos y condiciones de Puntos MAX.',
} as const;
