/** `queued, rejected or held` */
export function orText(words: readonly string[]): string {
  return words.join(', ').replace(/, ([^,]+)$/, ' or $1');
}
