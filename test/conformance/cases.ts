import type { Case } from './case.js';
import { authenticationCases } from './cases/authentication.js';
import { createCases } from './cases/create.js';
import { getCases } from './cases/get.js';
import { idempotencyCases } from './cases/idempotency.js';
import { listCases } from './cases/list.js';
import { operationsCases } from './cases/operations.js';
import { protocolCases } from './cases/protocol.js';

export const cases: readonly Case[] = [
  ...authenticationCases,
  ...listCases,
  ...createCases,
  ...getCases,
  ...idempotencyCases,
  ...protocolCases,
  ...operationsCases,
];
