import { parse } from 'yaml';

/** Reads YAML. */
export function readYaml(text: string): unknown {
  return parse(text);
}
