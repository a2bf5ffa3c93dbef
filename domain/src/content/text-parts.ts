/** A part of a plain text: a paragraph, or the items of a list. */
export type TextPart = string | readonly string[];

/**
 * Splits a plain text into paragraphs and lists. An empty line separates paragraphs. Lines that begin with "- ", "• "
 * or "* " are a list.
 */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  for (const block of text.split(/\n\s*\n/)) {
    let lines: string[] = [];
    let items: string[] = [];
    const end = (): void => {
      if (lines.length > 0) parts.push(lines.join('\n'));
      if (items.length > 0) parts.push(items);
      lines = [];
      items = [];
    };
    for (const line of block.split('\n').filter((one) => one.trim() !== '')) {
      const [, item] = /^[-•*] (.+)$/.exec(line.trim()) ?? [];
      if ((item === undefined) === items.length > 0) end();
      if (item === undefined) lines.push(line.trim());
      else items.push(item.trim());
    }
    end();
  }
  return parts;
}
