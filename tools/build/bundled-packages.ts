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
  /** The words of the licence, with whose they are. */
  readonly licenseText: string;
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
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license?: unknown;
    author?: string | { readonly name: string };
  };
  if (typeof license !== 'string') {
    throw new Error(`${name} does not say what its licence is, so it cannot be part of the program.`);
  }

  const locked = lock.packages as Readonly<Record<string, { readonly integrity?: string }>>;
  return {
    name,
    version,
    license,
    licenseText: findLicenseText(name, folder, license, typeof author === 'object' ? author.name : author),
    integrity: locked[folder.replaceAll('\\', '/').replace(/^.*?(?=\bnode_modules\/)/, '')]?.integrity,
  };
}

/**
 * The words of a package's licence: its own file; or else what its README has below "License"; or else, for the MIT
 * licence, the words that all such packages have, with its author. @throws {Error} where there are none
 */
function findLicenseText(name: string, folder: string, license: string, author: string | undefined): string {
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n');
  const find = (pattern: RegExp): string | undefined => readdirSync(folder).find((each) => pattern.test(each));
  const file = find(/^licen[cs]e(?:[.-].*)?$/i);
  if (file !== undefined) {
    return read(file).trim();
  }

  const readme = find(/^readme/i);
  const told = readme && /^#+ licen[cs]e\n+([^]*copyright[^]*permission is hereby[^]*)$/im.exec(read(readme))?.[1];
  if (told) {
    return told.trim();
  }

  if (license !== 'MIT' || author === undefined) {
    throw new Error(`The licence of ${name} has no words that could be passed on with it.`);
  }

  return readFileSync('LICENSE', 'utf8')
    .replace(/^Copyright .*$/m, `Copyright (c) ${author}`)
    .trim();
}
