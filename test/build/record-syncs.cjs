// Required before the program: appends a line for each fsync, of a file or a folder, to RECORD_SYNCS. On macOS each one
// waits for the whole disk.
const fs = require('node:fs');

for (const name of ['fsync', 'fsyncSync', 'fdatasync', 'fdatasyncSync']) {
  const sync = fs[name];
  fs[name] = (handle, ...rest) => {
    fs.appendFileSync(process.env.RECORD_SYNCS, `${name}\n`);
    return sync(handle, ...rest);
  };
}
