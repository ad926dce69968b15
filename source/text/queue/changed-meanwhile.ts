/** The words for an animal that somebody else changed since a person began to edit it. */
import { declaredField, type NewPet, type PetField } from '../../domain/pet.js';
import { shortName } from '../animal/short-name.js';

/** `Q-1 was changed elsewhere meanwhile: its name is Rexona now.` */
export function changedMeanwhileText(localId: string, fields: readonly PetField[], present: NewPet): string {
  const values = fields.map((field) => `its ${declaredField(field).word} is ${valueText(present, field)} now`);
  return `${localId} was changed elsewhere meanwhile: ${values.join(', ')}.`;
}

/** `Changed elsewhere meanwhile, and kept: status sold.`; empty without such fields. */
export function keptText(fields: readonly PetField[], present: NewPet): string {
  const values = fields.map((field) => `${declaredField(field).word} ${valueText(present, field)}`);
  return values.length === 0 ? '' : ` Changed elsewhere meanwhile, and kept: ${values.join(', ')}.`;
}

function valueText(pet: NewPet, field: PetField): string {
  return shortName(pet[field] ?? 'not set');
}
