/** What is asked for on top of a screen, and what an answer sets going. */
import type { Draft } from '../../app/workspace.js';
import type { Int64 } from '../../domain/int64.js';
import type { ManyVerb, QueueStep, QueueVerb } from '../../domain/verbs.js';
import type { Position } from './position.js';

/** What is asked for in one line. */
export type Prompt =
  /**
   * `before`: where the cursor was, for Esc. `offered`: the texts that a key put into the line one after the other, and
   * which of them stands there now.
   */
  | { readonly kind: 'filter'; readonly before: Position; readonly offered?: Offered }
  | TypedPrompt
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

/**
 * What takes a text that may be no answer, in the field of its name. `problem`: why what was typed is none, told above
 * it until it is another text.
 */
export type TypedPrompt = { readonly problem?: string } & (
  | { readonly kind: 'search' | 'log-search' | 'api-key' | 'seconds' }
  /** `chosen`: which of what is offered for a text; `recalled`: which of the commands before stands in the line. */
  | {
      readonly kind: 'command';
      readonly chosen?: { readonly text: string; readonly at: number };
      readonly recalled?: number;
    }
  /** The beginning of a name. `from`: the row that the search begins at. */
  | { readonly kind: 'jump'; readonly from: number }
  /** Without a category the line holds both: `3 Dogs`. */
  | { readonly kind: 'label'; readonly category?: string }
  | { readonly kind: 'pet-id'; readonly localId: string }
  /** A field and its value, `category 3`, for all that is marked. `reason`: why the store refused some of them. */
  | { readonly kind: 'field'; readonly reason?: string }
  /** `taken`: there is a view of that name, and Enter again replaces it. */
  | { readonly kind: 'view-name'; readonly taken?: string }
);

/** Texts to choose from by the same key again. */
export type Offered = { readonly texts: readonly string[]; readonly at: number };

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
