import type { Case } from './case.ts';
import { authenticationCases } from './cases/authentication.ts';
import { createCases } from './cases/create.ts';
import { getCases } from './cases/get.ts';
import { idempotencyCases } from './cases/idempotency.ts';
import { listCases } from './cases/list.ts';
import { operationsCases } from './cases/operations.ts';
import { protocolCases } from './cases/protocol.ts';

export const cases: readonly Case[] = [
  ...authenticationCases,
  ...listCases,
  ...createCases,
  ...getCases,
  ...idempotencyCases,
  ...protocolCases,
  ...operationsCases,
];
