/** Which key added an animal: in the log at once, and with the animal for ever; never on the wire. */
import test from 'ava';
import { nameActor } from '../../source/platform/process/self.ts';
import { runKeys, runPets } from '../../source/service/commands/database-commands.ts';
import { json, openService } from './start-service.ts';

test('the log and the database tell which key added an animal', async (t) => {
  const { send, service, log, database } = await openService(t);
  const { id, apiKey } = await service.keys.create({ label: 'front desk' });
  const asked = {
    method: 'POST',
    body: { name: 'Luna', categoryId: 1 },
    headers: { 'idempotency-key': '"once"' },
    authorization: `Bearer ${apiKey}`,
  };
  const made = json(await send(asked)) as { id: number };
  t.deepEqual(Object.keys(made), ['id', 'name', 'categoryId'], 'clients are not told');
  t.like(log.at(-1), { apiKeyId: id, apiKeyLabel: 'front desk', petId: String(made.id), status: 201 });
  await send(asked);
  t.like(log.at(-1), { petId: String(made.id) }, 'of an animal that was added before, too');
  await send({ authorization: asked.authorization });
  t.is(log.at(-1)!['petId'], undefined);

  const second = await service.keys.rotate(id, 60_000);
  const taken = typeof second === 'number' ? t.fail() : second;
  const other = json(
    await send({ ...asked, headers: {}, authorization: `Bearer ${(taken as { apiKey: string }).apiKey}` }),
  ) as { id: number };
  const { animals } = (await runPets('export', { database })) as { animals: object[] };
  t.like(animals, [
    { id: made.id, apiKeyId: id },
    { id: other.id, apiKeyId: (taken as { id: string }).id },
  ]);
});

test('under sudo the records of keys name the person, and as whom', async (t) => {
  const user = nameActor('');
  t.regex(user, /^[^ ]+@[^ ]+$/);
  const [name = '', host = ''] = user.split('@');
  t.is(nameActor('ada'), `ada@${host} as ${name}`);
  t.is(nameActor(name), user);

  const { database } = await openService(t);
  process.env['SUDO_USER'] = 'ada';
  t.teardown(() => delete process.env['SUDO_USER']);
  await runKeys('create', { database, label: 'website' });
  const { events } = (await runKeys('log', { database })) as { events: readonly { readonly actor: string }[] };
  t.is(events.at(-1)!.actor, `ada@${host} as ${name}`);
});
