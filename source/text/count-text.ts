/** `1 animal`, `3 animals`. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** `3 created, 1 in review` as a list: each count above 0 with its words. */
export function countList(counts: readonly (readonly [count: number, one: string, many?: string])[]) {
  return counts.flatMap(([count, one, many = one]) => (count > 0 ? countText(count, one, many) : []));
}
