import type { Activity } from '../../domain/activity.js';
import { parseInt64 } from '../../domain/int64.js';
import { petFieldList } from '../../domain/pet.js';
import { rawInteger } from '../../platform/json/json.js';

/** What happened as `--json` shows it: public interface. Ids are numbers, and fields have the names that a pet has. */
export function toWireActivity(activity: Activity): object {
  if (activity.kind === 'changed') {
    const { id, field: word, from, to, ...rest } = activity;
    const field = petFieldList.find((each) => each.word === word)?.field;
    const toWire = (value: string): unknown => {
      const category = field === 'categoryId' ? parseInt64(value) : undefined;
      return category === undefined ? value : rawInteger(category);
    };
    return {
      ...rest,
      id: rawInteger(id),
      field,
      ...(from === undefined ? {} : { from: toWire(from) }),
      ...(to === undefined ? {} : { to: toWire(to) }),
    };
  }

  return 'id' in activity && activity.id !== undefined ? { ...activity, id: rawInteger(activity.id) } : activity;
}
