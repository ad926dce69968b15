// Required before the program: appends the path of each file that it reads to RECORD_READS.
const fs = require('node:fs');

const { readFileSync } = fs;
fs.readFileSync = (path, ...rest) => {
  fs.appendFileSync(process.env.RECORD_READS, `${String(path)}\n`);
  return readFileSync(path, ...rest);
};
