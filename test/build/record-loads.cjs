// Required before the program: writes what it has loaded to RECORD_LOADS, at the first full frame of the app or at the
// end.
const { writeFileSync } = require('node:fs');
const { basename } = require('node:path');

const record = () => {
  const files = Object.keys(require.cache)
    .filter((path) => path !== __filename)
    .map((path) => basename(path).replace(/-[\w-]{8}\.js$/, '.js'));
  const builtins = process.moduleLoadList
    .filter((name) => name.startsWith('NativeModule '))
    .map((name) => name.slice('NativeModule '.length));
  writeFileSync(process.env.RECORD_LOADS, JSON.stringify({ files, builtins }));
};

if (process.env.RECORD_AT === undefined) {
  process.on('exit', record);
} else {
  const { write } = process.stdout;
  process.stdout.write = function (chunk, ...rest) {
    if (String(chunk).includes(process.env.RECORD_AT)) {
      record();
      process.stdout.write = write;
    }

    return write.call(this, chunk, ...rest);
  };
}
