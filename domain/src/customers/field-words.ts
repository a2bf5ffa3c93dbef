/** The messages of a field: about an empty field, and about an invalid text. */
export interface FieldWords {
  required: string;
  invalid: string;
}
