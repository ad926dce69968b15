import type { BundledPackage } from './bundled-packages.ts';

/** What of petstore's own description the bill tells. */
type Program = {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
};

const digestNames: Readonly<Record<string, string>> = {
  sha1: 'SHA-1',
  sha256: 'SHA-256',
  sha384: 'SHA-384',
  sha512: 'SHA-512',
};

/**
 * The bill of materials in CycloneDX 1.6: the program, and each package that its built files hold. It has neither a
 * time nor a number of its own, so that the same sources give the same bytes.
 */
export function toBillOfMaterials(program: Program, packages: readonly BundledPackage[]): object {
  const reference = toPackageUrl(program);
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': reference,
        name: program.name,
        version: program.version,
        description: program.description,
        licenses: toLicense(program.license),
        purl: reference,
      },
    },
    components: packages.map((each) => ({
      type: 'library',
      'bom-ref': toPackageUrl(each),
      name: each.name,
      version: each.version,
      hashes: toHashes(each.integrity),
      licenses: toLicense(each.license),
      purl: toPackageUrl(each),
    })),
    dependencies: [{ ref: reference, dependsOn: packages.map(toPackageUrl) }],
  };
}

function toPackageUrl({ name, version }: { readonly name: string; readonly version: string }): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** One licence has an id; a choice is an expression. */
function toLicense(license: string): readonly object[] {
  return /[\s()]/.test(license) ? [{ expression: license }] : [{ license: { id: license } }];
}

function toHashes(integrity: string | undefined): readonly object[] {
  const [, name = '', digest = ''] = /^(\w+)-([A-Za-z0-9+/=]+)$/.exec(integrity ?? '') ?? [];
  const known = digestNames[name];
  return known === undefined ? [] : [{ alg: known, content: Buffer.from(digest, 'base64').toString('hex') }];
}
