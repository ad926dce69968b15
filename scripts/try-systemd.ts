/**
 * Types the systemd chapters of docs/service.md as they are printed, on a real systemd: PID 1 in namespaces of its own,
 * over a copy of this machine that is thrown away (`systemd/boot.sh`).
 *
 *     npm run try:systemd
 *
 * Needs root and Debian's packages systemd (250 or newer), curl and openssl; nginx for the proxy. Says why and ends with
 * 0 where it cannot run; ends with 1 where a step failed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readDocument } from '../test/docs/document.js';
import { until } from '../test/helpers/until.js';
import { packInto } from './pack-into.ts';

const own = mkdtempSync(join(tmpdir(), 'petstore-systemd-'));
let systemd: number | undefined;
let failed = 0;

function whyNot(): string | undefined {
  const missing = ['unshare', 'nsenter', 'systemctl', 'curl', 'openssl'].find(
    (program) => spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0,
  );
  return process.platform !== 'linux' || process.getuid?.() !== 0
    ? 'it needs root on Linux'
    : missing === undefined
      ? undefined
      : `there is no ${missing}`;
}

/** Starts the namespaces; undefined where this machine does not let them be. */
async function boot(): Promise<number | undefined> {
  const place = join(own, 'place');
  mkdirSync(place);
  const namespaces = ['--mount', '--pid', '--net', '--cgroup', '--uts', '--ipc', '--fork', '--kill-child'];
  const child = spawn('unshare', [...namespaces, 'sh', resolve('scripts/systemd/boot.sh'), place], { stdio: 'ignore' });
  const find = (): number =>
    Number(spawnSync('pgrep', ['--parent', String(child.pid)], { encoding: 'utf8' }).stdout.trim());
  await until(
    'systemd runs',
    () => {
      systemd = find() || undefined;
      return (
        child.exitCode !== null ||
        (systemd !== undefined && /running|degraded/.test(type('systemctl is-system-running').output))
      );
    },
    60_000,
  );
  return child.exitCode === null ? systemd : undefined;
}

/** Types commands in a shell of the machine in the namespaces. */
function type(commands: string): { readonly ok: boolean; readonly output: string } {
  const { status, stdout, stderr } = spawnSync(
    'nsenter',
    ['--target', String(systemd), '-m', '-p', '-n', '-u', '-i', '-C', '-r', 'bash', '-c', commands],
    {
      encoding: 'utf8',
      timeout: 120_000,
      env: {
        PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
        HOME: '/root',
        // No registry is asked.
        npm_config_offline: 'true',
        npm_config_prefix: '/usr/local',
        npm_config_update_notifier: 'false',
      },
    },
  );
  return { ok: status === 0, output: stdout + stderr };
}

/** Types commands and tells how they went. */
function step(what: string, commands: string): string {
  const { ok, output } = type(`set -euo pipefail; cd /root/operator\n${commands}`);
  console.log(`${ok ? 'ok    ' : 'FAILED'} ${what}`);
  if (!ok) {
    failed += 1;
    console.log(output.trim().replaceAll(/^/gm, '       '));
    console.log(type('journalctl --unit petstore --output cat --lines 8 --no-pager').output.trim());
  }

  return output;
}

const { blocks } = readDocument('docs/service.md');
/** The blocks under a heading that change a machine, one after the other. */
function chapter(heading: string): string {
  const output = blocks
    .filter((block) => block.heading === heading && block.notRun?.includes('try:systemd'))
    .map(({ text }, index) => step(`${heading}${index === 0 ? '' : `, block ${index + 1}`}`, text));
  return output.join('');
}

const key = "KEY=$(grep --only-matching 'pst_[^[:space:]]*' first-key | head -n 1)";
const ready =
  'for i in $(seq 100); do curl --silent --fail --insecure $URL/readyz > /dev/null && break; sleep 0.2; done; ' +
  'curl --silent --show-error --fail --insecure $URL/readyz > /dev/null';
const list = `${key}; curl --silent --show-error --fail --insecure -H "Authorization: Bearer $KEY" $URL/v1/pets`;
const add = (name: string): string =>
  `${list} -H 'Content-Type: application/json' --data '{"name":"${name}","categoryId":1}'`;
const plain = 'URL=http://127.0.0.1:8787; ';
const tls = 'URL=https://127.0.0.1:8787; ';
const certificate = (name: string): string =>
  `openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=${name} -addext subjectAltName=DNS:localhost ` +
  `-keyout tls.key -out tls.crt 2> /dev/null`;
const subject = 'openssl s_client -connect 127.0.0.1:8787 < /dev/null 2> /dev/null | openssl x509 -noout -subject';

async function tryAll(): Promise<void> {
  const [install = '', verify = ''] = blocks
    .filter(({ heading, language }) => heading === 'Install under systemd' && language === 'sh')
    .map(({ text }) => text);
  const printed = step('Install under systemd', install.replace(/keys create.*/, '$& | tee first-key'));
  if (!printed.includes('pst_')) {
    return;
  }
  step('the service becomes ready, and systemd knows it', `${plain}${ready}; systemctl is-active petstore`);
  step('Install under systemd, verify', verify);
  step('an animal is added with the first key', plain + add('Luna'));
  chapter('Settings');

  chapter('Backup every night');
  step('an animal is added after the backup', plain + add('Late'));
  chapter('Restore under systemd');
  step('the service is up after the restore, with what was backed up', `${plain}${list} | grep Luna`);
  step('what came after the backup is gone', `${plain}${list} > listed; ! grep Late listed`);
  step('animals are added after the restore', plain + add('New'));

  chapter('Upgrade');
  step('the animals are there after the upgrade', `${plain}${ready}; ${list} | grep New`);

  const pid = 'PID=$(systemctl show petstore --property MainPID --value)';
  step('it is stopped in its tracks', `${pid}; kill -STOP $PID; echo $PID > stopped`);
  let waited = 0;
  while (waited < 150 && !type(`${pid}; test $PID != 0 && test $PID != $(cat /root/operator/stopped)`).ok) {
    await delay(5000);
    waited += 5;
  }
  step(
    `the watchdog starts a stuck service again (after ${waited} s)`,
    `${plain}${ready}; ${pid}; test $PID != $(cat stopped)`,
  );

  step('a certificate is made', certificate('first'));
  chapter('TLS under systemd');
  step('it listens on every address, with TLS', `${tls}${ready}; ss -ltn | grep 0.0.0.0:8787; ${subject} | grep first`);
  step('the certificate is renewed', `${certificate('second')}; ${pid}; echo $PID > before`);
  const [renew = '', undo = ''] = blocks
    .filter(({ heading, language }) => heading === 'Renewal' && language === 'sh')
    .map(({ text }) => text);
  step('Renewal', renew);
  step(
    'the same process has the new certificate',
    `for i in $(seq 50); do ${subject} | grep second && break; sleep 0.1; done; ${subject} | grep second; ${pid}; test $PID = $(cat before)`,
  );
  step('Renewal, undo', `${undo}\n${plain}${ready}`);

  if (existsSync('/usr/sbin/nginx')) {
    chapter('Behind a proxy');
    const nginx = blocks.find(({ language }) => language === 'nginx')?.text ?? '';
    step(
      'nginx takes what is printed',
      `cat > /etc/nginx/conf.d/petstore.conf <<'END'\n${nginx}\nEND\nnginx -t && nginx`,
    );
    const proxy = 'URL=https://127.0.0.2; ';
    step('a list and a create go through nginx', `${proxy}${ready}; ${add('Proxied')}; ${list} | grep Proxied`);
    step(
      'the log has the address of the client, and not that of nginx',
      `sleep 1; ip address add 10.9.8.7/32 dev lo; ${proxy}${list} --interface 10.9.8.7 > /dev/null; sleep 1; journalctl --unit petstore --output cat | grep '"client":"10.9.8.7"' > /dev/null`,
    );
    step(
      'news come through nginx at once',
      `${proxy}${key}; (timeout 5 curl --silent --insecure --no-buffer -H "Authorization: Bearer $KEY" $URL/v1/changes || true) | grep --max-count 1 'event: changed'`,
    );
  } else {
    console.log('skipped: Behind a proxy (there is no nginx)');
  }
}

const reason = whyNot();
if (reason !== undefined) {
  console.log(`Not run: ${reason}.`);
} else {
  try {
    const tarball = packInto(own);
    if ((await boot()) === undefined) {
      console.log('Not run: this machine lets no systemd run in namespaces.');
    } else {
      // What an operator has beforehand: a Node.js that is new enough, `sudo`, and the file.
      const bare = `/proc/${systemd}/root`;
      mkdirSync(`${bare}/root/operator`, { recursive: true });
      copyFileSync(process.execPath, `${bare}/usr/local/bin/node`);
      copyFileSync(tarball, `${bare}/root/operator/${tarball.split('/').at(-1)}`);
      type(
        `test -x /usr/bin/sudo || { printf '#!/bin/sh\\nexec "$@"\\n' > /usr/local/bin/sudo; chmod 755 /usr/local/bin/sudo; }`,
      );
      await tryAll();
      console.log(failed === 0 ? 'Everything worked.' : `${failed} steps failed.`);
    }
  } finally {
    if (systemd !== undefined) {
      process.kill(systemd, 'SIGKILL');
      await delay(500);
    }
    rmSync(own, { recursive: true, force: true, maxRetries: 5 });
  }
}
process.exitCode = failed === 0 ? 0 : 1;
