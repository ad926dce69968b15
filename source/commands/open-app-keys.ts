/** `petstore help keys`. */
export function toKeysText(): string {
  return 'Keys\n\n  j k      next, previous row\n';
}
