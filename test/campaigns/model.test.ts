/** The smallest explorations of docs/internals/petstore.tla; `node tools/model.ts` makes them all. */
import test from 'ava';
import { explore } from '../../tools/model.ts';
import { cases } from '../../tools/model/configurations.ts';

const small = [
  'ordinary',
  'without two looks and two settle times',
  'without known shown',
  'without atOnce',
  'excluded: late-and-lag',
];

for (const name of small) {
  const found = cases.find((each) => each.name === name)!;
  test(`the protocol ${found.breaks ? 'breaks a promise' : 'keeps its promises, and comes to an end'}: ${name}`, (t) => {
    const { broken, stuck, history } = explore(found);
    t.is(broken !== undefined, found.breaks, [broken, ...history].join('\n'));
    t.is(stuck, 0);
  });
}
