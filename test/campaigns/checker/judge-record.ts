/**
 * Judges promises by the record of a service that may have been put back to a backup, and may serve several tenants.
 */
import { parseNewPet } from '../../../source/local/queue/intent.ts';
import { check, type End, type InsertRecord, type Promised, type Verdict } from './checker.ts';

/** One animal in the record, whose table took it in, and whether a backup was put back since that lacks it. */
export type TenantRecord = InsertRecord & { readonly tenant: string; readonly isUndone?: true };

/** A promise, and under whose key it was made. */
export type PromisedTo = Promised & { readonly tenant: string };

/**
 * What a backup at the service undid was taken in, so it is not lost; it is there once if it is sent again, so that is
 * no double; and it may have been changed since, so that its old content is not one that nobody asked for. `crossed`: animals that one tenant's table took in and only another one's key was used for.
 */
export function judgeRecord(
  taken: readonly TenantRecord[],
  promises: readonly PromisedTo[],
  ends: ReadonlyMap<string, End>,
): Verdict & { readonly crossed: number } {
  const everTaken = check(taken, promises, ends);
  const stillThere = check(
    taken.filter(({ isUndone }) => isUndone !== true),
    promises,
    ends,
  );
  const isOfNow = (line: string): boolean => line.includes(' doubled, ') || line.endsWith(' that nobody asked for');
  const owners = Map.groupBy(promises, ({ name, categoryId }) => `${categoryId} ${name}`);
  const crossed = taken.filter(({ by, body, tenant }) => {
    const { name, categoryId } = parseNewPet(body);
    const makers = owners.get(`${categoryId} ${name}`) ?? [];
    return by === 'request' && makers.length > 0 && makers.every((maker) => maker.tenant !== tenant);
  });
  return {
    ...everTaken,
    doubled: stillThere.doubled,
    unasked: stillThere.unasked,
    crossed: crossed.length,
    findings: [
      ...everTaken.findings.filter((line) => !isOfNow(line)),
      ...stillThere.findings.filter(isOfNow),
      ...crossed.map(({ body, tenant }) => `${body} was sent to the ${tenant} tenant, for whom it was not entered`),
    ],
  };
}
