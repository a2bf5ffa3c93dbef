import type { Page } from '@playwright/test';

/**
 * Changes every page like a translator, with later content. Chrome's translator replaces each text with two elements
 * and removes the text itself (`replaced`). Others move the text into an element (`moved`). The new text differs by a
 * zero-width letter, which role names ignore. Option names do not ignore this letter, so they are not changed.
 */
export async function translatePages(page: Page, way: 'replaced' | 'moved'): Promise<void> {
  await page.addInitScript((isReplaced) => {
    const untouched = 'script, style, noscript, textarea, font';
    const translate = (text: Text): void => {
      const { parentElement, data } = text;
      if (parentElement === null || data.trim() === '' || parentElement.closest(untouched) !== null) return;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      outer.append(inner);
      parentElement.insertBefore(outer, text);
      if (isReplaced) {
        parentElement.removeChild(text);
        inner.append(parentElement.localName === 'option' ? data : `${data}\u200b`);
      } else inner.append(text);
    };
    const translateIn = (root: Node): void => {
      if (root instanceof Text) translate(root);
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: Node[] = [];
      while (walker.nextNode()) texts.push(walker.currentNode);
      for (const text of texts) if (text instanceof Text) translate(text);
    };
    document.addEventListener('DOMContentLoaded', () => {
      const body = document.body;
      translateIn(body);
      new MutationObserver((records) => {
        for (const { addedNodes, target, type } of records) {
          if (type === 'characterData') translateIn(target);
          else for (const node of addedNodes) if (node.isConnected) translateIn(node);
        }
      }).observe(body, { childList: true, subtree: true, characterData: true });
    });
  }, way === 'replaced');
}
