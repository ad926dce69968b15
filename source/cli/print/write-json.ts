// JSON.stringify escapes C0 only; the others here act on a terminal or hide text, and \u says the same.
const troublesome = /[\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/g;

/** A value as JSON that cannot act on a terminal and loses no information; ids written by `rawInteger` stay exact. */
export function toJsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value, undefined, indent).replace(
    troublesome,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
