/** json-server 0.17.4 as its own command line sets it up with `--quiet`: on a file, nothing logged. */
import { createRequire } from 'node:module';
import type { AddressInfo, Server } from 'node:net';

type App = {
  readonly use: (middleware: unknown) => void;
  readonly listen: (port: number, host: string, ready: () => void) => Server;
};
type JsonServer = {
  readonly create: () => App;
  readonly defaults: (options: object) => unknown;
  readonly router: (database: unknown) => unknown;
};

const require = createRequire(import.meta.url);
const { create, defaults, router } = require('json-server') as JsonServer;
const low = require('lowdb') as (adapter: object) => Promise<unknown>;
const FileAsync = require('lowdb/adapters/FileAsync') as new (file: string) => object;

const app = create();
app.use(defaults({ logger: false }));
app.use(router(await low(new FileAsync(process.argv[2] ?? ''))));
const server = app.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
