/**
 * The commands of the client, and what opens a store. They are loaded as one file, because each file more costs half a
 * millisecond at start and they share nearly all they need; the HTTP client, the screens and the service stay apart.
 */
export { run as add } from './add.js';
export { run as authLogin } from './auth-login.js';
export { run as authLogout } from './auth-logout.js';
export { run as authStatus } from './auth-status.js';
export { run as cacheClear } from './cache-clear.js';
export { run as configGet } from './config-get.js';
export { run as configList } from './config-list.js';
export { run as configPath } from './config-path.js';
export { run as configSet } from './config-set.js';
export { run as doctor } from './doctor.js';
export { run as get } from './get.js';
export { run as importFile } from './import.js';
export { run as list } from './list.js';
export { run as offline } from './offline.js';
export { run as online } from './online.js';
export { run as profileAdd } from './profile-add.js';
export { run as profileList } from './profile-list.js';
export { run as profileMove } from './profile-move.js';
export { run as profileRemove } from './profile-remove.js';
export { run as profileUse } from './profile-use.js';
export { run as queueAdopt } from './queue-adopt.js';
export { run as queueDiscard } from './queue-discard.js';
export { run as queueDisown } from './queue-disown.js';
export { run as queueEdit } from './queue-edit.js';
export { run as queueExport } from './queue-export.js';
export { run as queueHold } from './queue-hold.js';
export { run as queueList } from './queue-list.js';
export { run as queueRelease } from './queue-release.js';
export { run as queueRestore } from './queue-restore.js';
export { run as queueRetry } from './queue-retry.js';
export { run as queueSendAgain } from './queue-send-again.js';
export { run as queueShow } from './queue-show.js';
export { run as status } from './status.js';
export { run as sync } from './sync.js';
export { completeFromSaved } from './complete-from-saved.js';
export { run as demo } from './demo.js';
export { run as openApp } from './open-app.js';
export { openHomeEvenIfDamaged, requireProfile } from '../app/home.js';
export { openSession } from '../app/open-session.js';
export { createSystemKeychain } from '../app/system-keychain.js';
export { diskFileSystem } from '../platform/file-system.js';
