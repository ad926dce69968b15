/** A key as files, pipes and variables hold it: one line end after it does not belong to it. */
export function trimLineEnd(text: string): string {
  return text.replace(/\r?\n$/, '');
}
