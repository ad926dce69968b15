/** A key stays with its address when a profile moves, so that a move back finds it: it goes with the profile. */
import type { Home } from '../home.ts';
import type { Config } from '../settings/config-file.ts';
import { listProfiles } from './profiles.ts';

/** A profile as the configuration has it once it is at another address. One that it left is remembered for its key. */
export function atAddress({ keys }: Home, config: Config, name: string, from: string, to: string) {
  const keyed = [from].filter((baseUrl) => keys.isSaved({ baseUrl }));
  const left = [...new Set([...leftBy(config, name), ...keyed])].filter((address) => address !== to);
  return { ...config.profiles?.[name], baseUrl: to, leftAddresses: left.length > 0 ? left : undefined };
}

const leftBy = ({ profiles = {} }: Config, name: string): readonly string[] => profiles[name]?.leftAddresses ?? [];

/** Removes the keys of the addresses that a profile left, unless another one is or was there too; returns those. */
export async function removeLeftKeys({ config, environment, keys }: Home, name: string): Promise<readonly string[]> {
  const others = listProfiles(config, environment).filter((other) => other.name !== name);
  const taken = new Set(others.flatMap((other) => [other.baseUrl, ...leftBy(config, other.name)]));
  const removed: string[] = [];
  for (const baseUrl of leftBy(config, name).filter((address) => !taken.has(address))) {
    if (await keys.remove({ baseUrl })) {
      removed.push(baseUrl);
    }
  }

  return removed;
}

/** Of such an address. */
export const leftKeyText = (address: string): string =>
  `The key for ${address}, where it was before, is removed from this machine.`;
