const marks: Readonly<Record<string, string>> = { '~': 'waits', '!': 'needs you', '•': 'new' };

/** A row of columns as it is read aloud: no gaps, and marks as words. That it is held, its state says. */
export function spokenRow(text: string): string {
  return text
    .replace(/^[~!=•]/, (mark) => `${marks[mark] ?? ''}  `)
    .split(/ {2,}/)
    .map((cell) => cell.trim())
    .filter(Boolean)
    .join(', ');
}
