import { declareEntity } from '../entity.ts';
import { phraseForm } from '../fields.ts';
import { answerPathForm } from './search-answers.ts';

/** Words that show the card of a page in a search (PROD-17). */
export const answerWords = declareEntity({
  name: 'answer-words',
  slice: 'search',
  calls: ['AnswerWord', 'AnswerWords'],
  words: {
    one: 'palabra con respuesta',
    many: 'palabras con respuesta',
    isFeminine: true,
    note: 'Quien la busca ve primero la tarjeta de esa página.',
  },
  permissions: { read: 'content.edit', edit: 'content.edit' },
  canRemove: true,
  key: 'word',
  title: 'word',
  fields: {
    word: {
      kind: 'text',
      label: 'Lo que buscan',
      max: 60,
      form: phraseForm,
      hint: 'Hasta cuatro palabras, como «formas de pago».',
      editable: 'once',
    },
    path: {
      kind: 'text',
      label: 'Página que responde',
      max: 300,
      form: answerPathForm,
      hint: 'Una de «Páginas que responden»: «/ayuda/pagos».',
    },
    card: { kind: 'text', label: 'Tarjeta', max: 120, editable: 'never' },
  },
  list: {
    columns: ['word', 'path', 'card'],
    filters: ['path'],
    sorts: ['word', 'path'],
    search: 'Palabra o dirección',
  },
});
