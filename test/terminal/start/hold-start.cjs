/**
 * Stops a start of the built program between the kept frame and the loading of everything else: until a file is there
 * (HOLD_START names it), or for good (END_START).
 */
const { existsSync } = require('node:fs');
const Module = require('node:module');

const { HOLD_START: release, END_START: ends } = process.env;
const load = Module._load;
Module._load = function (request, ...rest) {
  if (/\/shell-/.test(request)) {
    Module._load = load;
    if (ends) {
      process.exit(77);
    }

    const nothing = new Int32Array(new SharedArrayBuffer(4));
    for (let left = 3000; release && left > 0 && !existsSync(release); left -= 1) {
      Atomics.wait(nothing, 0, 0, 10);
    }
  }

  return load.call(this, request, ...rest);
};
