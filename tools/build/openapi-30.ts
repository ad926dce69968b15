/**
 * The contract as OpenAPI 3.0, for programs that refuse 3.1. It uses nothing of 3.1 but the version's name and the
 * licence's identifier; `test/service/openapi.test.ts` holds the copy against the schema of 3.0.
 */
export function toOpenApi30(contract: string): string {
  return contract.replace(/^openapi: 3\.1\.\d$/m, 'openapi: 3.0.3').replace(/^ +identifier: .*\n/m, '');
}
