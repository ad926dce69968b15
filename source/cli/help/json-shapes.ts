/**
 * What `--json` prints: the shapes that several commands have. What a command itself prints stands in the command table.
 */

/** `?` marks an optional member, `|` alternatives, `+` the members of both. */
export const sharedShapes: readonly (readonly [name: string, shape: string])[] = [
  ['Pet', '{id: number, name: text, categoryId: number, status?: text}'],
  [
    'Entry',
    '{localId: text, name: text, categoryId: number, status?: text, state: text, createdAt: time, attempts: number, ' +
      'nextTryAt?: time, lastError?: Problem, waitsFor?: text, ifAbsent?: text, petId?: number, elsewhere?: text, ' +
      'instead?: {name: text, categoryId: number, status?: text}, review?: {reason: text, candidates: [Pet]}}',
  ],
  ['Details', '{history: [{at?: time, event: text}], settledBy?: [text], waitedForBy?: [text]}'],
  [
    'Step',
    '{at: time, event: text, profile?: text, keyEnd?: text, baseUrl?: text, idempotencyKey?: text, status?: number, ' +
      'requestId?: text, message?: text}',
  ],
  ['File', '{path: text, localId?: text, code: text, message: text}'],
  ['Found', '{pet: Pet, source: text, fetchedAt: time} | {queued: Entry}'],
  ['Done', '{localId: text, id?: number}'],
  ['Saved', '{pets: number, fetchedAt: time | null, newestAt?: time, complete: bool}'],
  ['Profile', '{name: text, baseUrl: text, allowHttp: bool, idempotency: text}'],
  ['Setting', '{name: text, value: text | null, source: text}'],
  ['Category', '{id: number, name: text | null}'],
  ['Happened', '{at: time, since?: time, kind: text}'],
  [
    'Event',
    'Happened + {id: number, name: text} | Happened + {id: number, name: text, field: text, from?: text | number, ' +
      'to?: text | number} | Happened + {added: number, changed: number, gone: number} | Happened + {localId: text, ' +
      'name: text, state: text, id?: number} | Happened + {state: text}',
  ],
  ['Problem', '{code: text, message: text, status?: number, at?: time, asOf?: time}'],
];

/** Animals as a list of them, which the built-in store prints too. */
export const listShape =
  '{pets: [Pet], queued: [Entry], source: text, fetchedAt: time | null, newestAt?: time, complete: bool, ' +
  'connection: text, unreadable?: [File], error?: Problem}';
