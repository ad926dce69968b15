/** What is asked for on top of a screen, and what an answer sets going. */
import type { Draft } from '../../app/workspace.js';
import type { Int64 } from '../../domain/int64.js';
import type { ManyVerb, QueueStep, QueueVerb } from '../../domain/verbs.js';
import type { Position } from './position.js';

/**
 * What is asked for in one line. `problem`: why what was typed is no answer, told above it until it is another text.
 */
export type Prompt =
  /**
   * `before`: where the cursor was, for Esc. `offered`: the texts that a key put into the line one after the other, and
   * which of them stands there now.
   */
  | { readonly kind: 'filter'; readonly before: Position; readonly offered?: Offered }
  /** `chosen`: which of what is offered for a text; `recalled`: which of the commands before stands in the line. */
  | ({
      readonly kind: 'command';
      readonly chosen?: { readonly text: string; readonly at: number };
      readonly recalled?: number;
    } & Refusable)
  /** The beginning of a name. `from`: the row that the search begins at. */
  | ({ readonly kind: 'jump'; readonly from: number } & Refusable)
  /** Words that the help is narrowed to. */
  | ({ readonly kind: 'search' } & Refusable)
  /** Words to be found in the activity log. */
  | ({ readonly kind: 'log-search' } & Refusable)
  | ({ readonly kind: 'api-key' } & Refusable)
  /** Without a category the line holds both: `3 Dogs`. */
  | ({ readonly kind: 'label'; readonly category?: string } & Refusable)
  | ({ readonly kind: 'pet-id'; readonly localId: string } & Refusable)
  | ({ readonly kind: 'seconds' } & Refusable)
  /** A field and its value, `category 3`, for all that is marked. `reason`: why the store refused some of them. */
  | ({ readonly kind: 'field'; readonly reason?: string } & Refusable)
  /** `taken`: there is a view of that name, and Enter again replaces it. */
  | ({ readonly kind: 'view-name'; readonly taken?: string } & Refusable)
  /**
   * `at`: when it was asked; keys of the first 300 ms were meant for something else. `names`: the question as it is
   * when the animals it is about are to be named.
   */
  | {
      readonly kind: 'confirm';
      readonly question: string;
      readonly action: ConfirmedAction;
      readonly at: number;
      readonly names: string | undefined;
    };

/** What takes a text that may be no answer, in the field of its name. */
export type TypedPrompt = Exclude<Prompt, { kind: 'filter' | 'confirm' }>;

/** Texts to choose from by the same key again. */
export type Offered = { readonly texts: readonly string[]; readonly at: number };

type Refusable = { readonly problem?: string };

/** What a yes sets going. */
export type ConfirmedAction =
  | { readonly type: 'change'; readonly verb: Exclude<QueueVerb, 'edit' | 'adopt'>; readonly localId: string }
  | { readonly type: 'change-marked'; readonly verb: ManyVerb; readonly steps: readonly QueueStep[] }
  | { readonly type: 'undo'; readonly change: Change }
  | { readonly type: 'adopt'; readonly localId: string; readonly petId: Int64 }
  | { readonly type: 'resume' }
  | { readonly type: 'correct-address' }
  | { readonly type: 'move' };

/**
 * A change of the queue: the steps that take it back, and those that do it again. `says`: what was done, such as
 * *discarded*. `draft`: what stood in a form that was emptied; that is no change of the queue.
 */
export type Change = {
  readonly says: string;
  readonly back: readonly QueueStep[];
  readonly forth: readonly QueueStep[];
  readonly draft?: Draft;
};
