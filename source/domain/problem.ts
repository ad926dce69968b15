/** Something that went wrong, for a person and for a script: the shape of `"error"` in every JSON output. */
export type Problem = {
  /** A stable word for scripts, such as `offline` or a service's own error code. */
  readonly code: string;
  /** The event, its effect on the animals and the remedy, in sentences. Never holds a key. */
  readonly message: string;
  readonly status?: number | undefined;
  readonly at?: string | undefined;
  /** Of when the saved copy is that the answer was found in, ISO 8601 UTC. */
  readonly asOf?: string | undefined;
};
