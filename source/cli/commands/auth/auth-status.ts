import { describeKey } from '../../../app/keys/last-four.js';
import type { Run } from '../../parse/command.js';
import { exitCode } from '../../run/exit-code.js';
import { describeConnection } from '../../print/say-connection.js';

/** `petstore auth status`: which key is used, and whether the store takes it. Asks the store once. */
export const run: Run = async (_input, context) => {
  const { profile, engine, key } = await context.openSession();
  const connection = await engine.probe(context.signal);
  const lines = [
    `Profile  ${profile.name} (${profile.baseUrl})`,
    `Key      ${key ? describeKey(key) : 'none'}`,
    `Test     ${connection.state}: ${connection.state === 'online' ? 'the store accepts it' : describeConnection(connection)}`,
  ];
  await context.output.print({
    json: { profile: profile.name, baseUrl: profile.baseUrl, key: key ? { last4: key.last4 === '' ? null : key.last4, source: key.source } : null, connection: connection.state, ...(connection.problem ? { error: connection.problem } : {}) },
    screen: { lines },
    rows: { titles: ['profile', 'source', 'last4', 'connection'], rows: [[profile.name, key?.source ?? '', key?.last4 ?? '', connection.state]] },
  });
  if (!key) {
    context.output.warn('There is no key. Give one with `petstore auth login`, or set PETSTORE_API_KEY.');
  }

  return !key || connection.state === 'unauthorized' ? exitCode.unauthorized : connection.state === 'online' ? exitCode.done : exitCode.unreachable;
};
