/**
 * Loaded before the built program: its clocks stand still until the test puts them forward, so that every age, time and
 * wait in
 * a picture is the same each time. Chance is always the same, and the address in the pictures leads to the test's own
 * port.
 *
 * `STOPPED_CLOCK` is a file with the present time in milliseconds; SIGUSR2 has it read again, and a file
 * beside it, with the time in its name, tells that all is done. Waits of half a second and more go by
 * this clock; shorter ones belong to keys and frames, and go by the real one.
 */
'use strict';
const fs = require('node:fs');
const { syncBuiltinESMExports } = require('node:module');
const net = require('node:net');
const os = require('node:os');
const timers = require('node:timers/promises');

const { STOPPED_CLOCK: path, STOPPED_CLOCK_PORT: port } = process.env;
const bootedAt = Date.UTC(2026, 2, 14, 6);
const ownMs = 500;
const readClock = () => Number(fs.readFileSync(path, 'utf8'));
let now = readClock();

const RealDate = Date;
globalThis.Date = class extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [now] : given));
  }

  static now() {
    return now;
  }
};
Math.random = () => 0.5;
os.uptime = () => (now - bootedAt) / 1000;

const waiting = new Set();

class Wait {
  constructor(ms, work, every) {
    Object.assign(this, { ms, work, every, at: now + ms });
    waiting.add(this);
  }

  refresh() {
    this.at = now + this.ms;
    waiting.add(this);
    return this;
  }

  ref() {
    return this;
  }

  unref() {
    return this;
  }

  hasRef() {
    return false;
  }

  close() {
    waiting.delete(this);
    return this;
  }
}

for (const name of ['Timeout', 'Interval']) {
  const [set, clear] = [globalThis[`set${name}`], globalThis[`clear${name}`]];
  globalThis[`set${name}`] = (work, ms = 0, ...given) =>
    ms < ownMs ? set(work, ms, ...given) : new Wait(ms, () => work(...given), name === 'Interval');
  globalThis[`clear${name}`] = (timer) => (timer instanceof Wait ? timer.close() : clear(timer));
}

const wait = timers.setTimeout;
timers.setTimeout = (ms, value, options = {}) =>
  ms < ownMs
    ? wait(ms, value, options)
    : new Promise((resolve, reject) => {
        const timer = new Wait(ms, () => resolve(value), false);
        const abort = () => {
          timer.close();
          reject(options.signal.reason);
        };
        if (options.signal?.aborted) {
          abort();
        }

        options.signal?.addEventListener('abort', abort, { once: true });
      });

process.on('SIGUSR2', () => {
  now = readClock();
  for (const timer of [...waiting].filter(({ at }) => at <= now).sort((one, other) => one.at - other.at)) {
    if (timer.every) {
      timer.refresh();
    } else {
      timer.close();
    }

    timer.work();
  }

  fs.writeFileSync(`${path}.${now}`, '');
});

const { connect } = net.Socket.prototype;
net.Socket.prototype.connect = function (...given) {
  const options = Array.isArray(given[0]) ? given[0][0] : given[0];
  if (Number(options.port) === 8787) {
    options.port = port;
  }

  return connect.apply(this, given);
};

syncBuiltinESMExports();
