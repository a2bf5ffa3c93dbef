import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentSecurityPolicy } from './content-security.ts';

const hashOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`;

test('inline scripts run by their hash, never by unsafe-inline; files by self', () => {
  const script = 'window.__context = {"a":1};\nconst b = 2;';
  const policy = contentSecurityPolicy(
    `<script>${script}</script><script src="/assets/a.js"></script><script type="module" async>import("/b.js")</script>`,
  );
  expect(policy).toContain(hashOf(script));
  expect(policy).toContain(hashOf('import("/b.js")'));
  expect(policy).not.toContain('unsafe-inline');
  expect(policy.match(/sha256-/g)).toHaveLength(2);
});
