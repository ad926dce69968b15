import type { Problem } from '../../domain/problem.js';
import type { Page } from '../../client/outcomes/outcomes.js';

/** The code of next pages that are named elsewhere and were read all the same. */
export const mendedPages = 'next_mended';

/** The fault in the store's link to the next page; undefined: it is right. */
export function oddLinkOf({ leadsTo, suspiciousNext }: Page): Problem | undefined {
  if (leadsTo === undefined) {
    return undefined;
  }

  return suspiciousNext
    ? {
        code: 'next_elsewhere',
        message:
          `The store names its next page at ${leadsTo}, which is no part of its list. Nothing was ` +
          `asked there, so the rest of the list is not known.`,
      }
    : {
        code: mendedPages,
        message: `The store names its next page at ${leadsTo}. It is asked for at the store's own address instead.`,
      };
}

/** For pages that go on and on without news. */
export function repeatedPages(pages: number): Problem {
  return {
    code: 'next_repeats',
    message:
      `The store names further pages without an end: the last ${pages} brought no animal that was not ` +
      `there before. Reading ended there, so it is not known whether the list is whole.`,
  };
}

/** For pages that show other animals each time they are asked for. */
export function madeUpPages(pages: number): Problem {
  return {
    code: 'next_repeats',
    message:
      `The store names further pages without an end: its first page shows quite other animals each time. ` +
      `Reading ended after ${pages} pages, so it is not known whether the list is whole.`,
  };
}
