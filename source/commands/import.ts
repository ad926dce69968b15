import type { Run } from './command.js';

export const run: Run = () => Promise.reject(new Error('not built yet'));
