import { listExcused, listInPart, testsOf } from './requirements.ts';
import { readSource } from './source-files.ts';

const documents = ['requirements', 'desk', 'shopper'].map((name) => `docs/spec/${name}.md`);

/** Finds the text of an ID: from its bold name to the next bold name, or to the end of the line. */
const textsOf = (id: string): { place: string; text: string }[] =>
  documents.flatMap((document) =>
    readSource(document)
      .split('\n')
      .flatMap((line, index) => {
        const from = line.indexOf(`**${id}**`);
        if (from < 0) return [];
        const next = line.slice(from + 2).search(/\*\*[A-Z]{2,5}-\d{2,3}\*\*/);
        const text = next < 0 ? line.slice(from) : line.slice(from, from + 2 + next);
        return [{ place: `${document}:${index + 1}`, text: text.trim() }];
      }),
  );

/**
 * Returns the output of `npm run why -- ID`: the text of a requirement, and the tests that quote it. Undefined if no document
 * defines the ID.
 */
export function explainRequirement(id: string): string | undefined {
  const texts = textsOf(id);
  if (texts.length === 0) return undefined;
  const missing = listInPart().get(id);
  const excuse = listExcused().get(id);
  const tests = testsOf(id).map(
    ({ file, line, title, proves }) => `  ${file}:${line}${proves ? '' : ' (does not prove it)'}\n    ${title}`,
  );
  return [
    ...texts.flatMap(({ place, text }) => [text, `  ${place}`, '']),
    ...(missing === undefined ? [] : [`Missing: ${missing}`, '']),
    ...(excuse === undefined ? [] : [`No test can prove it: ${excuse}`, '']),
    ...(tests.length === 0 ? ['No test quotes it.'] : ['Tests that quote it:', ...tests]),
  ].join('\n');
}
