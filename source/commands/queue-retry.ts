import type { Run } from './command.js';
import { sendNow } from './send-now.js';

/** `petstore queue retry`. */
export const run: Run = (input, context) => sendNow(input.arguments, context, (engine, localId) => engine.retry(localId));
