// Required before the program: writes the modules of Node that it loaded, by itself, into the file RECORD_MODULES.
const { writeFileSync } = require('node:fs');

const before = new Set(process.moduleLoadList);
process.on('exit', () => {
  const loaded = process.moduleLoadList.filter((each) => each.startsWith('NativeModule ') && !before.has(each));
  writeFileSync(process.env.RECORD_MODULES, loaded.map((each) => each.slice('NativeModule '.length)).join('\n'));
});
