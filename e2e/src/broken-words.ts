import type { Page } from '@playwright/test';

/**
 * Finds broken texts of a page: words or amounts with a line break inside, and texts that a box cuts off. E-mail
 * addresses, links and codes may break anywhere. A title that ends in "…" is complete on its own page. With hyphenation
 * a word wider than its box breaks by a dictionary. `isTextAlone`: only the text is enlarged, which styles cannot
 * detect. A word wider than its box may then break.
 */
export const brokenTexts = (page: Page, isTextAlone: boolean): Promise<string[]> =>
  page.evaluate((mayBreak) => {
    const found = new Set<string>();

    const isHidden = (element: Element): boolean =>
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) ||
      element.closest('[aria-hidden=true], [inert], svg') !== null;

    /** Returns words of only letters, up to the longest of a dictionary, and amounts. */
    const wordsIn = (text: string): RegExpStringIterator<RegExpExecArray> =>
      text.matchAll(/(?<![^\s(¿¡“"])(?:\p{L}{2,24}(?!\p{L})|Q[\d,]+\.\d\d)(?![@/\d_]|\.\w)/gu);

    const blockOf = (element: Element): Element => {
      const { parentElement } = element;
      const isInline = /^(?:inline|contents)$/.test(getComputedStyle(element).display);
      return isInline && parentElement !== null ? blockOf(parentElement) : element;
    };

    const roomOf = (block: Element): number => {
      const { paddingLeft, paddingRight } = getComputedStyle(block);
      return block.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    };

    const whereOf = (element: Element): string =>
      `${element.tagName.toLowerCase()}.${element.className.toString().slice(0, 60)}`;

    const findBrokenWords = (text: Text, parent: Element): void => {
      for (const { 0: word, index } of wordsIn(text.data)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const parts = [...range.getClientRects()].filter(({ width }) => width > 0);
        if (new Set(parts.map(({ top }) => Math.round(top))).size < 2) continue;
        const width = parts.reduce((sum, part) => sum + part.width, 0);
        const block = blockOf(parent);
        // The last visible line of a clamped title ends in "…" in the middle of a word.
        const isClamped = getComputedStyle(block).webkitLineClamp !== 'none';
        if (isClamped && parts.some(({ bottom }) => bottom > block.getBoundingClientRect().bottom + 2)) continue;
        const isHyphenated = getComputedStyle(parent).hyphens === 'auto';
        // Parts of a word are measured with an accuracy of one pixel.
        if ((mayBreak || isHyphenated) && width > roomOf(block) - 2) continue;
        found.add(`“${word}” breaks in the middle, in ${whereOf(block)}`);
      }
    };

    /** Screen-reader texts are a pixel wide, and a closed part has no height. */
    const isNothing = ({ width, height }: DOMRect): boolean => width < 2 || height < 2;

    const isCut = (box: Element, rectangles: readonly DOMRect[]): boolean => {
      const { overflowX, overflowY, webkitLineClamp, textOverflow, position } = getComputedStyle(box);
      const isEllipsis = webkitLineClamp !== 'none' || textOverflow === 'ellipsis';
      // A scrolling box can be scrolled. The bar's menu lists the categories that do not fit in its row.
      if (isEllipsis || position === 'fixed' || /auto|scroll/.test(overflowX + overflowY) || box.matches('.bar-list'))
        return false;
      if (overflowX !== 'visible' || overflowY !== 'visible') {
        const edge = box.getBoundingClientRect();
        if (isNothing(edge)) return false;
        // A line is higher than its letters.
        const isOver = ({ left, right, top, bottom, height }: DOMRect): boolean =>
          left < edge.left - 1 ||
          right > edge.right + 1 ||
          top < edge.top - height / 4 ||
          bottom > edge.bottom + height / 4;
        if (rectangles.some(isOver)) return true;
      }
      const { parentElement } = box;
      return parentElement !== null && parentElement !== document.body && isCut(parentElement, rectangles);
    };

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const { parentElement } = node;
      if (!(node instanceof Text) || parentElement === null || node.data.trim() === '') continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rectangles = [...range.getClientRects()].filter((one) => !isNothing(one));
      if (rectangles.length === 0 || isHidden(parentElement)) continue;
      if (rectangles.length > 1) findBrokenWords(node, parentElement);
      if (isCut(parentElement, rectangles))
        found.add(`“${node.data.trim().slice(0, 60)}” is cut off, in ${whereOf(parentElement)}`);
    }
    return [...found].slice(0, 12);
  }, isTextAlone);
