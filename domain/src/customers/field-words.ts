/** The messages of a field: for an empty field, and for an invalid text. */
export interface FieldWords {
  required: string;
  invalid: string;
}
