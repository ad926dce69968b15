#!/usr/bin/env node
// There is no static import: on an old Node the sentence below must come before any module that would crash there.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);

if (major < 22 || (major === 22 && minor < 20)) {
  process.stderr.write(
    `petstore needs Node.js 22.20 or newer; this is ${process.versions.node}. ` +
      `Install a current one and run it again.\n`,
  );
  process.exitCode = 2;
} else {
  start().catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND')) {
      throw error;
    }

    process.stderr.write(
      'petstore cannot start: a part of it is missing, as while it is being installed or ' +
        'upgraded. Run it again; if that does not help, install it anew.\n',
    );
    process.exitCode = 1;
  });
}

async function start(): Promise<void> {
  const { keepCompiledCode } = await import('./platform/process/compile-cache.ts');
  keepCompiledCode(process.env);
  // Only modules loaded from here on are kept compiled.
  const { runProcess } = await import('./cli/run/main.ts');
  await runProcess(process.env);
}
