import type { PetStatus } from '../domain/pet.js';

/**
 * What a sign or a text is about, so that whoever draws it knows how: a status, what needs a person, what waits, what
 * matters.
 */
export type Tone = PetStatus | 'needs-you' | 'waits' | 'current' | 'strong' | 'quiet' | 'match';

/** A piece of a line. Its text says everything; the tone only doubles that. */
export type ToneText = { readonly text: string; readonly tone?: Tone };
