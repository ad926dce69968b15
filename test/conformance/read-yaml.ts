import { createRequire } from 'node:module';

const { safeLoad } = createRequire(import.meta.url)('js-yaml') as { safeLoad: (text: string) => unknown };

/** Reads YAML. */
export function readYaml(text: string): unknown {
  return safeLoad(text);
}
