import { expect, test } from 'vitest';
import { listSources, readSource } from './source-files.ts';
import { allChildren, childOf, childrenOf, type Node, programOf, textOf } from './syntax.ts';

const ofDesk = listSources().filter(
  (file) => /^desk\/app\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file),
);

/** The only readers of refused fields. Forms show messages at their fields, and a notice shows the other messages. */
const readers = ['desk/app/actions/land-refusal.ts', 'desk/app/platform/notes.tsx'];

test('only forms and notices of the desk read refused fields', () => {
  expect(ofDesk.filter((file) => readSource(file).includes('metadata.fields'))).toEqual(readers);
});

const attributeNames = (element: Node): (string | undefined)[] =>
  childrenOf(element, 'attributes').map((attribute) => textOf(childOf(attribute, 'name'), 'name'));

/** Counts typed fields outside a form. The screen itself has their text, and no refusal shows at them. */
const looseFields = (node: Node): number => {
  const element = node.type === 'JSXOpeningElement' ? textOf(childOf(node, 'name'), 'name') : undefined;
  const isLoose = /^Text(?:Area)?Field$/.test(element ?? '') && attributeNames(node).includes('value');
  return allChildren(node).reduce((count, child) => count + looseFields(child), isLoose ? 1 : 0);
};

/** Files with such fields: their number, and why no form has their text. The numbers may only decrease. */
const reasons: Readonly<Record<string, readonly [count: number, why: string]>> = {
  'desk/app/actions/hours-control.tsx': [
    4,
    'its form has one field for the hours of a week and one for all special days; each shows its refusal',
  ],
  'desk/app/categories/categories-page.tsx': [1, 'a search box: it filters the tree and sends nothing'],
  'desk/app/categories/tags-field.tsx': [1, 'its form holds all tags as one field, which shows their refusal'],
  'desk/app/orders/order-talk.tsx': [
    1,
    'a note is a message: its page asks before it is left, and its refusals are notices',
  ],
  'desk/app/products/pictures-card.tsx': [
    1,
    'the text of a picture is saved when its field is left, and its refusal is a notice',
  ],
  'desk/app/products/sheet-card.tsx': [1, 'its form holds all lines as one field, which shows their refusal'],
  'desk/app/session/sign-in.tsx': [2, 'the first page comes without the form library'],
};

test('typed fields belong to a form, except for fields with a reason', () => {
  const counts = ofDesk
    .filter((file) => file.endsWith('.tsx'))
    .map((file): [string, number] => [file, looseFields(programOf(file))])
    .filter(([, count]) => count > 0);
  expect(Object.fromEntries(counts)).toEqual(
    Object.fromEntries(Object.entries(reasons).map(([file, [count]]) => [file, count])),
  );
});
