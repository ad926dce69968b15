// Required before the program: appends a line for each call on a file or folder below PETSTORE_HOME to RECORD_CALLS, the
// function without its `Sync` and the path. What closes a file is left out, and so is what SQLite does for a lock.
const fs = require('node:fs');

const { appendFileSync } = fs;
const home = process.env.PETSTORE_HOME;
const record = process.env.RECORD_CALLS;
/** The paths of open files, by their handles. */
const open = new Map();
/** One call of Node's may make others. */
let isInside = false;

function note(name, target) {
  const path = typeof target === 'number' ? open.get(target) : String(target);
  if (!isInside && path?.startsWith(home) && path !== record) {
    isInside = true;
    appendFileSync(record, `${name} ${path}\n`);
    isInside = false;
  }
}

for (const name of Object.keys(fs)) {
  const call = fs[name];
  if (typeof call !== 'function' || /^[A-Z_]|^close|^create|^unwatch/.test(name)) {
    continue;
  }

  fs[name] = Object.assign((...words) => {
    note(name.replace(/Sync$/u, ''), words[0]);
    if (name === 'open') {
      const answer = words.at(-1);
      words[words.length - 1] = (error, handle) => {
        open.set(handle, String(words[0]));
        answer(error, handle);
      };
    }

    const wasInside = isInside;
    isInside = true;
    try {
      const result = call(...words);
      if (name === 'openSync') {
        open.set(result, String(words[0]));
      }

      return result;
    } finally {
      isInside = wasInside;
    }
  }, call);
}
