import { parseInt64 } from '../../domain/int64.js';
import type { Pet } from '../../domain/pet.js';
import { placeOf } from '../../domain/pet/place-of.js';

/** The index of a pet in a list ascending by id, or -1. */
export function findPet(pets: readonly Pet[], key: string): number {
  const id = parseInt64(key);
  const place = id === undefined ? -1 : placeOf(pets, id);
  return id !== undefined && pets[place]?.id === id ? place : -1;
}
