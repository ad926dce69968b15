/**
 * Types the systemd chapters of docs/service.md as they are printed, on a real systemd: PID 1 in namespaces of its own,
 * over a copy of this machine that is thrown away (`systemd/boot.sh`).
 *
 *     npx tsx tools/try-systemd.ts [upkeep|watchdog|tls|proxies|postgres ...]
 *
 * Needs root and Debian's packages systemd (250 or newer), curl and openssl; tries nginx, caddy, postgresql and the
 * package for Debian if they are there. Says why and ends with 0 if it cannot run; ends with 1 if a step failed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readDocument } from '../test/docs/document.js';
import { until } from '../test/helpers/until.js';
import { buildDeb } from './deb.ts';
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

/** Starts the namespaces; undefined if this machine does not allow them. */
async function boot(): Promise<number | undefined> {
  const place = join(own, 'place');
  mkdirSync(place);
  const namespaces = ['--mount', '--pid', '--net', '--cgroup', '--uts', '--ipc', '--fork', '--kill-child'];
  const child = spawn('unshare', [...namespaces, 'sh', resolve('tools/systemd/boot.sh'), place], { stdio: 'ignore' });
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
  // Its input is a socket, as that of a remote shell, for which bash would read root's own settings.
  const { status, stdout, stderr } = spawnSync(
    'nsenter',
    ['--target', String(systemd), '-m', '-p', '-n', '-u', '-i', '-C', '-r', 'bash', '--norc', '-c', commands],
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
    console.log(type('journalctl --unit petstore@main --output cat --lines 8 --no-pager').output.trim());
  }

  return output;
}

const { blocks } = readDocument('docs/service.md');
/** A block under a heading that changes a machine: the first one, or the one with this number. */
function printed(heading: string, number = 1): string {
  const there = blocks.filter((block) => block.heading === heading && block.notRun?.includes('try:systemd'));
  return there[number - 1]?.text ?? 'false';
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
  `openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=${name} -addext subjectAltName=DNS:pets.example.org ` +
  `-keyout tls.key -out tls.crt 2> /dev/null`;
/** What certbot gives its hook: the folder in which the files have its names for them. */
const lineage = (folder: string): string =>
  `mkdir -p ${folder}; cp tls.crt ${folder}/fullchain.pem; cp tls.key ${folder}/privkey.pem; export RENEWED_LINEAGE=${folder}`;
const subject = 'openssl s_client -connect 127.0.0.1:8787 < /dev/null 2> /dev/null | openssl x509 -noout -subject';

const pid = 'PID=$(systemctl show petstore@main --property MainPID --value)';
const has = (...programs: readonly string[]): boolean => programs.every((program) => existsSync(program));

/** Installs the service, and tries the parts that are asked for: all of them, unless some are named. */
async function tryAll(deb: string | undefined): Promise<void> {
  const install = printed('Install under systemd').replace(/keys create.*/, '$& | tee first-key');
  if (!step('Install under systemd', install).includes('pst_')) {
    return;
  }

  step(
    'the service becomes ready, and systemd knows it',
    `${plain}${ready}; systemctl is-active petstore@main petstore-backup@main.timer petstore-trial@main.timer`,
  );
  step('an animal is added with the first key', plain + add('Luna'));
  step('Install under systemd: settings', printed('Install under systemd', 2));
  step('a second store is added', printed('One store or fifty').replace(/keys create.*/, '$& | tee second-key'));
  step(
    'each has its own animals, user and folder',
    `${key.replace('first-key', 'second-key')}; curl --fail -H "Authorization: Bearer $KEY" http://127.0.0.1:8788/v1/pets | grep -F '[]'
     ! curl --fail -H "Authorization: Bearer $KEY" http://127.0.0.1:8787/v1/pets
     stat --dereference --format %U /var/lib/petstore/main /var/lib/petstore/berlin | sort --unique | wc --lines | grep 2
     systemctl stop petstore@berlin; ${plain}${list} | grep Luna`,
  );

  const wanted = process.argv.slice(2);
  const parts = {
    upkeep: () => tryUpkeep(deb),
    watchdog: tryWatchdog,
    tls: tryTls,
    proxies: tryProxies,
    postgres: tryPostgres,
  };
  for (const [name, part] of Object.entries(parts)) {
    if (wanted.length === 0 || wanted.includes(name)) {
      await part();
    }
  }
}

function tryUpkeep(deb: string | undefined): void {
  step('Backup and restore: every night and every month', printed('Backup and restore'));
  step(
    'the metrics of the store tell of both',
    `curl --fail http://127.0.0.1:9187/metrics > metrics; grep -E 'petstore_backup_animals 1$' metrics; ! grep -E 'petstore_(backup|restore_trial)_timestamp_seconds 0' metrics
     ls /var/lib/petstore-backup/main/*.sqlite; ls -A /var/lib/petstore-backup/main | wc --lines | grep 1`,
  );
  step(
    'the service cannot write where its backups are',
    `${pid}; ! nsenter --target $PID --mount touch /var/lib/private/petstore-backup/main/x`,
  );
  step('an animal is added after the backup', plain + add('Late'));
  step('Backup and restore: restore', printed('Backup and restore', 2));
  step('the service is up after the restore, with what was backed up', `${plain}${list} | grep Luna`);
  step('what came after the backup is gone', `${plain}${list} > listed; ! grep Late listed`);
  step('animals are added after the restore', plain + add('New'));

  step('Upgrade', printed('Upgrade'));
  step('the animals are there after the upgrade', `${plain}${ready}; ${list} | grep New`);
  if (deb !== undefined) {
    step(
      "Debian's package takes over, with its units",
      `npm uninstall --global petstore; rm /etc/systemd/system/petstore*@.service /etc/systemd/system/petstore*@.timer;
       dpkg --force-depends --install ${deb}; systemctl daemon-reload; systemctl restart petstore@main; systemctl start petstore-backup@main
       systemctl show petstore@main --property FragmentPath | grep /lib/systemd/system/petstore@.service`,
    );
    step('the animals are there under the package', `${plain}${ready}; ${list} | grep New`);
  }
}

async function tryWatchdog(): Promise<void> {
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
}

function tryTls(): void {
  step('a certificate is made', certificate('first'));
  step('TLS under systemd', printed('TLS under systemd'));
  step('it listens on every address, with TLS', `${tls}${ready}; ss -ltn | grep 0.0.0.0:8787; ${subject} | grep first`);
  step('the certificate is renewed', `${certificate('second')}; ${pid}; echo $PID > before`);
  step('TLS under systemd: renewal', `${lineage('.')}\n${printed('TLS under systemd', 2)}`);
  step(
    'the same process has the new certificate',
    `for i in $(seq 50); do ${subject} | grep second && break; sleep 0.1; done; ${subject} | grep second; ${pid}; test $PID = $(cat before)`,
  );
  step(
    'TLS is undone',
    `sed --in-place '/^PETSTORE_HOST=/d; /^PETSTORE_TLS_/d' /etc/petstore/main.env; systemctl restart petstore@main\n${plain}${ready}`,
  );
}

/** The answers that clients of a proxy get, and their lines in the log, each by an address of its own. */
function tryProxy(name: string, proxy: string, address: string): void {
  step(
    `a list and a create go through ${name}`,
    `${proxy}${ready.replaceAll('/readyz', '/healthz')}; ${add(name)}; ${list} | grep ${name}`,
  );
  step(
    `the log has the address of the client, and not that of ${name}`,
    `ip address add ${address}/32 dev lo; ${proxy}${list} --interface ${address} > /dev/null; sleep 1; journalctl --unit petstore@main --output cat | grep '"client":"${address}"' > /dev/null`,
  );
}

function tryProxies(): void {
  step('Behind a proxy', printed('Behind a proxy'));
  if (has('/usr/sbin/nginx')) {
    const nginx = blocks.find(({ language }) => language === 'nginx')?.text ?? '';
    step(
      'nginx takes what is printed',
      `${certificate('proxy')}; ${lineage('/etc/letsencrypt/live/pets.example.org')}
cat > /etc/nginx/conf.d/petstore.conf <<'END'\n${nginx}\nEND\nnginx -t && nginx`,
    );
    tryProxy('nginx', 'URL=https://127.0.0.2; ', '10.9.8.7');
    step(
      'nginx tells nobody whether the database is ready',
      `curl --silent --insecure --write-out '%{http_code}' https://127.0.0.2/readyz | grep 404`,
    );
    step('nginx is ended', 'nginx -s stop');
  } else {
    console.log('skipped: nginx (there is none)');
  }

  if (has('/usr/bin/caddy')) {
    const [line = ''] = /reverse_proxy [^`]+/.exec(readDocument('docs/service.md').text) ?? [];
    // No authority gives this machine a certificate.
    step(
      'Caddy takes what is printed',
      `printf 'https://localhost {\\n  tls internal\\n  ${line}\\n}\\n' > /etc/caddy/Caddyfile; systemctl start caddy`,
    );
    tryProxy('Caddy', 'URL=https://localhost; ', '10.9.8.6');
    step('Caddy is ended', 'systemctl stop caddy');
  } else {
    console.log('skipped: Caddy (there is none)');
  }
}

/** The cluster that Debian makes, with a certificate of an authority of one's own. */
function tryPostgres(): void {
  if (!has('/usr/lib/postgresql', '/usr/bin/pg_ctlcluster')) {
    console.log('skipped: PostgreSQL (there is none)');
    return;
  }

  step(
    'PostgreSQL has TLS',
    `openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout database.key -out database-ca.crt 2> /dev/null
     cd /etc/postgresql/*/main; install --owner postgres --mode 600 /root/operator/database.key /root/operator/database-ca.crt .
     printf "ssl = on\\nssl_cert_file = '$PWD/database-ca.crt'\\nssl_key_file = '$PWD/database.key'\\n" > conf.d/tls.conf; systemctl start postgresql@$(ls /etc/postgresql | tail -n 1)-main
     for i in $(seq 100); do pg_isready --quiet && break; sleep 0.2; done; pg_isready`,
  );
  // A password as some have it.
  const install = printed('PostgreSQL').replace('db.internal', 'localhost').replaceAll('a long one', 'a $long "one');
  step(
    'PostgreSQL',
    install
      .replace(/password 'a \$/, "password 'a \\$")
      .replace('\\$long "', '\\$long \\"')
      .replace(/sudo node .*/, '$& | tee first-key'),
  );
  step('an animal is added on PostgreSQL', `${plain}${ready}; ${add('Elephant')}; ${list} | grep Elephant`);
  step('PostgreSQL: every table and index is read', printed('PostgreSQL', 2));
  step('Backup and restore, on PostgreSQL', printed('Backup and restore', 3));
  step('the restored database serves', `${plain}${ready}; ${list} | grep Elephant`);
  step('the backup is of PostgreSQL', 'ls /var/lib/petstore-backup/main/*.dump');
  step(
    'the connections have TLS',
    `runuser -u postgres -- psql --tuples-only --command "select bool_and(ssl) from pg_stat_ssl join pg_stat_activity using (pid) where usename = 'pets'" | grep t`,
  );
  step(
    'a server of another authority is refused',
    `${certificate('other')}; cp tls.crt /etc/petstore/database-ca.crt; systemctl restart petstore@main || true; sleep 2; ! curl --silent --fail http://127.0.0.1:8787/readyz; journalctl --unit petstore@main --output cat | grep -i 'self-signed'`,
  );
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
      // An operator has these beforehand: a Node.js that is new enough, `sudo`, and the file.
      const bare = `/proc/${systemd}/root`;
      mkdirSync(`${bare}/root/operator`, { recursive: true });
      copyFileSync(process.execPath, `${bare}/usr/local/bin/node`);
      copyFileSync(tarball, `${bare}/root/operator/${tarball.split('/').at(-1)}`);
      type(
        `test -x /usr/bin/sudo || { printf '#!/bin/sh\\n[ "$1" != -u ] || { user=$2; shift 2; exec runuser -u $user -- "$@"; }\\nexec "$@"\\n' > /usr/local/bin/sudo; chmod 755 /usr/local/bin/sudo; }`,
      );
      const deb = has('/usr/bin/dpkg-deb') ? buildDeb(own, tarball) : undefined;
      if (deb !== undefined) {
        copyFileSync(deb, `${bare}/root/operator/petstore.deb`);
      }

      await tryAll(deb && 'petstore.deb');
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
