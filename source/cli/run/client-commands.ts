/**
 * The commands of the client, and what opens a store. They are loaded as one file, because each file more costs half a
 * millisecond at start and they share nearly all they need; the HTTP client, the screens and the service stay apart.
 */
export { run as add } from '../commands/pets/add.js';
export { run as authLogin } from '../commands/auth/auth-login.js';
export { run as authLogout } from '../commands/auth/auth-logout.js';
export { run as authStatus } from '../commands/auth/auth-status.js';
export { run as cacheClear } from '../commands/config/cache-clear.js';
export { run as configGet } from '../commands/config/config-get.js';
export { run as configList } from '../commands/config/config-list.js';
export { run as configPath } from '../commands/config/config-path.js';
export { run as configSet } from '../commands/config/config-set.js';
export { run as doctor } from '../commands/status/doctor.js';
export { run as get } from '../commands/pets/get.js';
export { run as importFile } from '../commands/import/import.js';
export { run as list } from '../commands/pets/list.js';
export { run as offline } from '../commands/sync/offline.js';
export { run as online } from '../commands/sync/online.js';
export { run as profileAdd } from '../commands/profile/profile-add.js';
export { run as profileList } from '../commands/profile/profile-list.js';
export { run as profileMove } from '../commands/profile/profile-move.js';
export { run as profileRemove } from '../commands/profile/profile-remove.js';
export { run as profileUse } from '../commands/profile/profile-use.js';
export { run as queueAdopt } from '../commands/queue/queue-adopt.js';
export { run as queueDiscard } from '../commands/queue/queue-discard.js';
export { run as queueDisown } from '../commands/queue/queue-disown.js';
export { run as queueEdit } from '../commands/queue/queue-edit.js';
export { run as queueExport } from '../commands/queue/queue-export.js';
export { run as queueHold } from '../commands/queue/queue-hold.js';
export { run as queueList } from '../commands/queue/queue-list.js';
export { run as queueRelease } from '../commands/queue/queue-release.js';
export { run as queueRestore } from '../commands/queue/queue-restore.js';
export { run as queueRetry } from '../commands/queue/queue-retry.js';
export { run as queueSendAgain } from '../commands/queue/queue-send-again.js';
export { run as queueShow } from '../commands/queue/queue-show.js';
export { run as status } from '../commands/status/status.js';
export { run as sync } from '../commands/sync/sync.js';
export { completeFromSaved } from '../help/complete-from-saved.js';
export { run as demo } from '../commands/demo.js';
export { run as openApp } from '../commands/open-app.js';
export { openHomeEvenIfDamaged, requireProfile } from '../../app/home.js';
export { openSession } from '../../app/session/open-session.js';
export { createSystemKeychain } from '../../app/keys/system-keychain.js';
export { diskFileSystem } from '../../platform/files/file-system.js';
