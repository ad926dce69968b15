import test from 'ava';
import type { Request } from '../conformance/case.ts';
import { cases } from '../conformance/cases.ts';
import { documentedAnswers, operationAt } from '../conformance/openapi-document.ts';

test('every answer the document lists is asked for by some case', (t) => {
  const answers = documentedAnswers();
  t.is(answers.length, 16);
  // For 409 two must be sent at once: test/service/pets/idempotency.test.ts.
  for (const { name, operation, status } of answers.filter((answer) => answer.status !== 409)) {
    t.true(
      cases.some(
        ({ send, expect }) =>
          expect.status === status &&
          operationAt({ ...send, path: (send.path ?? '/pets').replace('{pet}', '1') }) === operation,
      ),
      name,
    );
  }
});

test('a client that is generated from the document can send every header and parameter that the service takes', (t) => {
  const namesOf = (request: Request) => operationAt(request)?.parameters?.map(({ name }) => name);
  t.deepEqual(namesOf({}), ['limit', 'status', 'after', 'before', 'since', 'If-None-Match']);
  t.deepEqual(namesOf({ method: 'POST' }), ['Idempotency-Key']);
  t.deepEqual(namesOf({ path: '/pets/1' }), ['petId', 'If-None-Match']);
});
