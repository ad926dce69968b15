/** The card of an animal of the store. */
import type { Activity } from '../../domain/activity.ts';
import { categoryName, type CategoryLabels } from '../../domain/category-labels.ts';
import { type Entry, entryOfPet } from '../../domain/entry.ts';
import { parseInt64 } from '../../domain/int64.ts';
import { isPetStatus, type Pet, type PetStatus, petStatuses } from '../../domain/pet.ts';
import { isKeptLive } from './connection-text.ts';
import { type Glyphs, statusSign } from '../../text/glyphs.ts';
import { flowPieces, labelCells, labelled, type PaneLine, titleLines, wrapPane } from '../../text/pane-lines.ts';
import { tooLateText } from '../../text/queue/wait-text.ts';
import { storeChangedText } from '../../text/queue/changed-text.ts';
import { ageText, asOfText, sinceText, timeText } from '../../text/time-text.ts';
import { commonFacts, type PaneContext, pastLines, spelling, statusPieces } from './animal-pane.ts';
import { shortName } from '../../text/hints.ts';

/** `story`: its rows of the log, oldest first; `census`: how many of its category have which status. */
export type PetFacts = {
  readonly story: readonly Activity[];
  readonly begun: string | undefined;
  readonly namesakes: readonly Pet[];
  readonly census: ReadonlyMap<PetStatus | undefined, number>;
  /** The text on its source, in place of the list's. */
  readonly source?: string | undefined;
};

/** Namesakes and changes that are told of one animal; the rest is a number. */
const mostTold = 4;

/** An animal of the store: its fields, its history here, and animals like it. */
export function petPane(pet: Pet, facts: PetFacts, context: PaneContext) {
  const { namesakes, census, source } = facts;
  const { width, snapshot, labels, glyphs } = context;
  const entry = entryOfPet(snapshot.entries, pet.id);
  const from = source ?? listedText(pet, context, entry);
  const room = width - labelCells;
  const same = namesakes
    .slice(0, mostTold)
    .map(({ id, categoryId, status }): PaneLine => [
      { text: `#${id} ${categoryName(categoryId, labels)} ` },
      statusSign(status, glyphs),
    ]);
  const more = namesakes.length - same.length;
  const ofCategory = [...census.values()].reduce((sum, count) => sum + count, 0);
  return [
    ...titleLines(`#${pet.id}  ${pet.name}`, snapshot.newcomers.has(pet.id) ? 'new' : '', width),
    ...flowPieces(commonFacts(pet, context), width),
    ...spelling(pet.name, width),
    ...(from === undefined ? [] : wrapPane(from, width)),
    ...(entry?.differences?.length ? wrapPane(storeChangedText(entry.differences), width) : []),
    ...(entry?.adopted ? wrapPane(`Recognised: ${entry.adopted.evidence}`, width) : []),
    ...(entry ? wrapPane(tooLateText(entry), width).filter(([piece]) => piece?.text !== '') : []),
    [],
    ...labelled('First seen', seenLines(facts, room, context), width),
    ...labelled('Same name', flowPieces([...same, ...(more > 0 ? [[{ text: `and ${more} more` }]] : [])], room), width),
    ...labelled(
      labels[pet.categoryId] === undefined ? `Category ${pet.categoryId}` : `In ${labels[pet.categoryId]}`,
      ofCategory === 0 ? [] : flowPieces(censusPieces(census, ofCategory, glyphs), room, '  '),
      width,
    ),
    ...(entry
      ? [[], ...wrapPane(`Added here as ${entry.localId}`, width, 'strong'), ...pastLines(entry, context)]
      : []),
  ];
}

function listedText({ id, status }: Pet, { snapshot, now }: PaneContext, entry: Entry | undefined): string | undefined {
  const { lists, lookedUp } = snapshot;
  const alone = lookedUp.findLast((each) => each.id === id);
  if (alone) {
    return `The store's own answer, ${asOfText(alone.at, now)}.`;
  }

  const { fetchedAt, heardAt = fetchedAt, complete } = lists[status ?? 'all'];
  if (heardAt === undefined) {
    return entry ? 'This app added it.' : 'From a part of the list; the rest was not read yet.';
  }

  return isKeptLive(snapshot) && complete
    ? undefined
    : `From the list ${asOfText(heardAt, now)}` + (complete ? '.' : ', which may not be whole.');
}

/** When an animal was seen first, or again after it was gone; undefined: its story does not tell. */
export function seenSince(story: readonly Activity[]): string | undefined {
  const last = story.slice(story.findLastIndex(({ kind }) => kind === 'gone') + 1);
  return last.find(({ kind }) => kind === 'new' || kind === 'settled')?.at;
}

/** `21 Nov, 3 d`, and below it how it changed, the last change first. */
function seenLines({ story, begun }: PetFacts, width: number, { labels, glyphs, now }: PaneContext) {
  const born = seenSince(story);
  const since = born ?? begun;
  const age = born === undefined ? 'now' : ageText(born, now);
  const lasting = age === 'now' ? '' : `, ${age}`;
  const changes = story.filter((activity) => activity.kind === 'changed').toReversed();
  const statusPiece = (status: string | undefined): PaneLine =>
    isPetStatus(status) ? statusPieces(status, glyphs) : [{ text: status ?? 'not set' }];
  return [
    ...(since === undefined
      ? []
      : wrapPane(`${born === undefined ? 'before ' : ''}${sinceText(since, now)}${lasting}`, width)),
    ...changes
      .slice(0, mostTold)
      .flatMap((change): readonly PaneLine[] =>
        change.field === 'status'
          ? flowPieces(
              [
                [...statusPiece(change.from), { text: ' → ' }, ...statusPiece(change.to)],
                [{ text: timeText(change.at, now), tone: 'quiet' }],
              ],
              width,
            )
          : wrapPane(
              change.field === 'name'
                ? `called ${shortName(change.from ?? '')} before ${timeText(change.at, now)}`
                : `${fieldText(change.from, labels)} → ${fieldText(change.to, labels)}   ${timeText(change.at, now)}`,
              width,
            ),
      ),
    ...(changes.length > mostTold ? [[{ text: `and ${changes.length - mostTold} changes before` }]] : []),
  ];
}

function fieldText(value: string | undefined, labels: CategoryLabels): string {
  const id = value === undefined ? undefined : parseInt64(value);
  return id === undefined ? (value ?? 'not set') : categoryName(id, labels);
}

/** `97:  ● 64  ◐ 16  ○ 15  · 2` */
function censusPieces(census: PetFacts['census'], all: number, glyphs: Glyphs): readonly PaneLine[] {
  const counts = [...petStatuses, undefined].flatMap((status): readonly PaneLine[] => {
    const count = census.get(status) ?? 0;
    return count === 0 ? [] : [[statusSign(status, glyphs), { text: ` ${count}` }]];
  });
  return [[{ text: `${all}:` }], ...counts];
}
