import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OutputChunk } from 'rolldown';
import lock from '../../package-lock.json' with { type: 'json' };

/** A package of others of which some code is in the built program. */
export type BundledPackage = {
  readonly name: string;
  readonly version: string;
  /** As SPDX writes it. */
  readonly license: string;
  /** The text of the package's own licence file; undefined: it has no such file. */
  readonly licenseText: string | undefined;
  /** Of the package's tarball, as npm writes it: the digest's name, a hyphen, base64. */
  readonly integrity: string | undefined;
};

const packageFolder = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/;

/** The packages of which a build holds code, by name and version. */
export function findBundledPackages(chunks: readonly OutputChunk[]): readonly BundledPackage[] {
  const modules = chunks.flatMap((chunk) =>
    Object.entries(chunk.modules).filter(([, { renderedLength }]) => renderedLength > 0),
  );
  const folders = new Set(modules.flatMap(([id]) => packageFolder.exec(id)?.[1] ?? []));
  // Two folders can hold the same version of one package.
  const packages = new Map([...folders].map(readPackage).map((each) => [`${each.name}@${each.version}`, each]));
  return [...packages.entries()].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}

function readPackage(folder: string): BundledPackage {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license?: unknown;
  };
  if (typeof license !== 'string') {
    throw new Error(`${name} does not say what its licence is, so it cannot be part of the program.`);
  }

  const file = readdirSync(folder).find((each) => /^licen[cs]e(?:[.-].*)?$/i.test(each));
  const locked = lock.packages as Readonly<Record<string, { readonly integrity?: string }>>;
  return {
    name,
    version,
    license,
    licenseText: file && readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim(),
    integrity: locked[folder.replaceAll('\\', '/').replace(/^.*?(?=\bnode_modules\/)/, '')]?.integrity,
  };
}
