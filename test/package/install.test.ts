import test from 'ava';
import demoPets from '../../data/demo-pets.json' with { type: 'json' };
import packageJson from '../../package.json' with { type: 'json' };
import { tryPackage } from '../../tools/try-package.ts';
import { packProject } from './pack-project.ts';

test('the packed program installs without a network, runs, and leaves nothing behind but the data', (t) => {
  const [trial] = tryPackage([process.execPath], packProject());
  t.like(trial, {
    version: packageJson.version,
    listed: demoPets.length,
    completion: 'bash zsh fish',
    manual: true,
    left: [],
    kept: true,
  });
});
