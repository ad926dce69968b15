import type { Context } from '../context.js';

/**
 * After a refusal: takes the key that was saved meanwhile, also by another petstore. Not while anything is being sent: an
 * attempt names the credential it is made with, and one honoured for that credential says nothing about another.
 */
export async function takeNewKey(context: Context): Promise<void> {
  if (context.snapshot().connection.state !== 'unauthorized') {
    return;
  }

  const take = await context.findNewKey?.();
  if (context.inFlight.size === 0) {
    take?.();
  }
}
