'use strict';
// Required before the program: it stops there, with the one thread of its pool already there, until strace has taken
// hold of it.
delete process.env.NODE_OPTIONS;
require('node:fs').stat('.', () => undefined);
process.kill(process.pid, 'SIGSTOP');
