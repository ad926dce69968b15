import type { Limits } from '../http/limits.js';

/** The edges of a feed. */
type ChangeFeedPorts = {
  /** The token of the newest animal there is. */
  readonly readNewest: () => Promise<string>;
  /** A number from 0 to 1, to spread simultaneous work. */
  readonly random: () => number;
  /** Told when the database could not be asked; the listeners stay and it is asked again. */
  readonly onMissedLook: (error: unknown) => void;
};

/** Tells listeners that something changed, never what. */
export type ChangeFeed = ReturnType<typeof createChangeFeed>;

type Listener = {
  readonly owner: string;
  readonly tell: (token: string) => void;
  known: string;
  quietUntil: number;
  timer: NodeJS.Timeout | undefined;
};

/**
 * Looks for news a few times a second while anybody listens, since another process adds silently (PostgreSQL's `LISTEN`
 * dies behind poolers). A listener hears of the first news after a quiet while soon, at a moment of its own, as all of
 * them will ask for the same. After that it hears only of the latest, and not before `quiet` is over.
 */
export function createChangeFeed({ readNewest, random, onMissedLook }: ChangeFeedPorts, limits: Limits['events']) {
  const listeners = new Set<Listener>();
  let newest: string | undefined;
  let looking: NodeJS.Timeout | undefined;

  const tellLater = (listener: Listener): void => {
    const wait = Math.max(random() * limits.spread, listener.quietUntil - performance.now());
    listener.timer ??= setTimeout(() => {
      listener.timer = undefined;
      if (newest !== undefined && newest !== listener.known) {
        listener.known = newest;
        listener.quietUntil = performance.now() + limits.quiet;
        listener.tell(newest);
      }
    }, wait);
  };

  const look = async (): Promise<void> => {
    try {
      newest = await readNewest();
      [...listeners].filter(({ known }) => known !== newest).forEach(tellLater);
    } catch (error) {
      onMissedLook(error);
    }

    looking = listeners.size > 0 ? setTimeout(() => void look(), limits.lookEvery) : undefined;
  };

  return {
    /**
     * Adds a listener who knows the token it was given. Answers what takes it away, or why there is no room: for its
     * owner, or for anybody.
     */
    listen(owner: string, known: string, tell: (token: string) => void) {
      if (listeners.size >= limits.most) {
        return 'too many' as const;
      }

      if ([...listeners].filter((one) => one.owner === owner).length >= limits.mostOfKey) {
        return 'owner has too many' as const;
      }

      const listener: Listener = { owner, tell, known, quietUntil: performance.now(), timer: undefined };
      listeners.add(listener);
      looking ??= setTimeout(() => void look(), limits.lookEvery);
      return () => {
        clearTimeout(listener.timer);
        listeners.delete(listener);
      };
    },

    /** Stops looking. */
    stop(): void {
      clearTimeout(looking);
      listeners.forEach(({ timer }) => clearTimeout(timer));
      listeners.clear();
    },
  };
}
