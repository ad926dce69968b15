import type { Run } from '../../parse/command.js';
import { sendNow } from '../sync/send-now.js';

/** `petstore queue retry`. */
export const run: Run = (input, context) => sendNow(input.arguments, context, (engine, localId) => engine.retry(localId));
