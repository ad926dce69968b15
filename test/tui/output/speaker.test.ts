import test from 'ava';
import { createSpeaker } from '../../../source/tui/output/speaker.ts';

const frame = (...middle: readonly string[]): readonly string[] => [
  'petstore  [1 All]  2 Mine      online  data from 09:05 (2 min ago)',
  ...middle,
  'Enter view  q quit',
];
const list = (selected: number, first = 1): readonly string[] => [
  'list: ID, NAME',
  ...Array.from(
    { length: 5 },
    (_, row) => `listitem: ${first + row === selected ? '(selected) ' : ''}${first + row}, Rex ${first + row}`,
  ),
  `                    ${selected} of 9`,
];

test('a screen is read whole, and then only what the cursor is on', (t) => {
  const speaker = createSpeaker();
  t.is(
    speaker.show(frame(...list(1))),
    'petstore [1 All] 2 Mine online data from 09:05 (2 min ago)\nlist: ID, NAME\nlistitem: (selected) 1, Rex 1\nlistitem: 2, Rex 2\nlistitem: 3, Rex 3\nlistitem: 4, Rex 4\nlistitem: 5, Rex 5\n1 of 9\nEnter view q quit\n',
  );
  t.is(speaker.show(frame(...list(2))), 'listitem: (selected) 2, Rex 2\n2 of 9\n');
  t.is(speaker.show(frame(...list(6, 3))), 'listitem: (selected) 6, Rex 6\n6 of 9\n', 'what scrolls past is not read');
  t.is(speaker.show(frame(...list(6, 3))), '');
});

test('coming back to a list reads where the cursor is, and no row a second time', (t) => {
  const speaker = createSpeaker();
  speaker.show(frame(...list(1)));
  t.is(speaker.show(frame('Id  1', 'Name  Rex 1')), 'Id 1\nName Rex 1\n');
  t.is(speaker.show(frame(...list(1))), 'list: ID, NAME\nlistitem: (selected) 1, Rex 1\n1 of 9\n');
  speaker.forget();
  t.regex(speaker.show(frame(...list(1))), /listitem: 5, Rex 5/, 'drawing everything again reads everything again');
});

test('an age alone is no news', (t) => {
  const speaker = createSpeaker();
  speaker.show(frame('From  list of 09:05 (2 min ago)'));
  t.is(
    speaker.show(frame('From  list of 09:05 (3 min ago)').map((line) => line.replace('(2 min ago)', '(3 min ago)'))),
    '',
  );
  t.is(speaker.show(frame('From  list of 09:08 (now)')), 'From list of 09:08 (now)\n');
});

test('what is typed is added to its field, which comes last', (t) => {
  const speaker = createSpeaker();
  const form = (name: string, note = ''): readonly string[] =>
    frame(`> Name   textbox: ${name}`, note, '  Category   textbox: 3');
  t.true(speaker.show(form('')).endsWith('\nEnter view q quit\n> Name textbox:'));
  t.is(speaker.show(form('R')), ' R');
  t.is(speaker.show(form('Re')), 'e');
  t.is(speaker.show(form('R')), '\n> Name textbox: R', 'a deletion reads what is left');
  t.is(speaker.show(form('R', '! Too short.')), '\n! Too short.\n> Name textbox: R');
  t.is(
    speaker.show(frame('> Status   option: (selected) sold', 'option: pending')),
    '\n> Status option: (selected) sold\noption: pending\n',
  );
});
