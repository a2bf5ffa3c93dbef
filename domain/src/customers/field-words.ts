/** What an empty field is told, and one whose text is none of its kind. */
export interface FieldWords {
  required: string;
  invalid: string;
}
