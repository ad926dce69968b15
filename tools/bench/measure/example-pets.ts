import type { Int64 } from '../../../source/domain/int64.ts';
import { petStatuses, type Pet } from '../../../source/domain/pet.ts';

const names = ['Rex', 'Coco', 'Bella', 'Shadow', 'Milo', 'Nala', 'Oscar'];

/** What the newest pet is called, and no other: it is the first row of the list. */
export const newestName = 'Luna';

/** So many pets, the same each time, ascending by id. */
export function examplePets(count: number): readonly Pet[] {
  return Array.from({ length: count }, (_, index): Pet => {
    const name = index === count - 1 ? newestName : `${names[index % names.length] ?? ''} ${(index * 7919) % 9973}`;
    return {
      id: String(index + 1) as Int64,
      name,
      categoryId: String((index % 12) + 1) as Int64,
      status: petStatuses[index % 3] ?? 'available',
    };
  });
}
