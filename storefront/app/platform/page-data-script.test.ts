import { expect, test } from 'vitest';
import { withPlainQuotes } from './page-data-script.ts';

const scriptOf = (data: string): string =>
  `<script>window.streamController.enqueue(${JSON.stringify(data).replaceAll('<', '\\u003c')});</script>`;

test.each([
  ['quotes', '["a","b \\" c"]'],
  ['single quotes', `["O'Neill","it\\'s"]`],
  ['backslashes before quotes', '["\\\\","\\\\\\""]'],
  ['the end of a call', '["");","\')"]'],
  ['markup and line ends', '["</script>"]\n'],
  ['nothing', ''],
])('page data with %s is read as written', (_, data) => {
  const html = withPlainQuotes(`<p>"</p>${scriptOf(data)}<i>"</i>${scriptOf('[1]')}`);
  const read: string[] = [];
  for (const [, code = ''] of html.matchAll(/<script>(.*?)<\/script>/gs))
    new Function('window', code)({ streamController: { enqueue: (text: string) => read.push(text) } });
  expect(read).toEqual([data, '[1]']);
});
