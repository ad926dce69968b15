import type { BundledPackage } from './bundled-packages.ts';

const opening = `petstore is under the MIT licence. Its built files hold code of the packages below, each under a licence of its own.
What is common to several of them is printed once, below all that it holds for.
`;

/** The names and the words of the packages' licences, which every copy must hold. */
export function toLicenses(packages: readonly BundledPackage[]): string {
  const texts = new Map<string, readonly BundledPackage[]>();
  for (const each of packages) {
    texts.set(each.licenseText, [...(texts.get(each.licenseText) ?? []), each]);
  }

  const parts = [...texts].map(
    ([text, those]) =>
      `${those.map(({ name, version, license }) => `${name} ${version} (${license})`).join('\n')}\n\n${text}\n`,
  );
  return [opening, ...parts].join(`\n${'-'.repeat(100)}\n\n`);
}
