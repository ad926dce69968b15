import { settingDefinitions } from '../../app/settings/setting-definitions.js';
import type { SettingsRow } from '../actions/settings-rows.js';

/** What a row of the settings is about, and what Enter does there. */
export function settingAbout({ action }: SettingsRow): readonly string[] {
  switch (action?.type) {
    case undefined:
      return [];
    case 'open-profile':
      return ['Enter opens this store. What is queued for another one stays there.'];
    case 'open-demo':
      return ['Enter opens the built-in store, to try everything with.'];
    case 'add-profile':
      return ['Enter asks for name, address and key of another store.'];
    case 'address':
      return ['Enter corrects the address. What is queued goes along with the profile.'];
    case 'enter-key':
      return ['Enter asks for the key of this address. It is never shown.'];
    case 'test':
      return ['Enter asks the store once, and says what it answered.'];
    case 'doctor':
      return ['Enter looks at all of it and says for each what is wrong, and what helps.'];
    case 'refresh-interval':
      return ['How often the list is read again while the app is open. Enter changes it.'];
    case 'label':
      return [
        action.category === undefined
          ? 'Enter gives a category a name that you see instead of its number.'
          : 'Enter gives the category another name; an empty one takes it away.',
      ];
    case 'toggle':
    case 'choose': {
      const called = action.name === 'screenReader' ? 'screen-reader' : action.name;
      const summary = settingDefinitions.find(({ name }) => name === called)?.summary ?? '';
      return [
        `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
        action.type === 'toggle' ? 'Enter turns it on or off.' : 'Enter takes the next one.',
      ];
    }
  }
}
