import { describe, expect, it } from 'vitest';
import { shortDescription } from './page-meta.ts';

describe('the description of a page', () => {
  it('is unchanged up to 160 characters', () => {
    const text = `${'a'.repeat(79)} ${'b'.repeat(80)}`;
    expect(shortDescription(text)).toBe(text);
  });

  it('is cut at a word after that', () => {
    const text = `${'a'.repeat(79)} ${'b'.repeat(79)} ccc`;
    expect(shortDescription(text)).toBe(`${'a'.repeat(79)} ${'b'.repeat(79)}…`);
  });

  it('is one line', () => {
    expect(shortDescription(' uno\n\ndos  tres ')).toBe('uno dos tres');
  });
});
