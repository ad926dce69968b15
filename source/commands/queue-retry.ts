import type { Run } from './command.js';
import { sendNow } from './send-now.js';

export const run: Run = (input, context) => sendNow(input.arguments, context, (engine, localId) => engine.retry(localId));
