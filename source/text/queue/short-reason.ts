/** A refusal with the service's own words first, as who refused it is known wherever it is shown: `400 name: no animals with "bad"`. */
export function shortReason(message: string): string {
  const [, status, words] = /^\S+ refused the animal \((\d{3})\): (.+)$/su.exec(message) ?? [];
  return status === undefined || words === undefined ? message : `${status} ${words}`;
}
