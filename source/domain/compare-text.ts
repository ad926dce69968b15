/** Orders texts by their UTF-16 units, for `sort`; no language's order, which takes a hundred times as long. */
export function compareText(a: string, b: string): number {
  return Number(a > b) - Number(a < b);
}
