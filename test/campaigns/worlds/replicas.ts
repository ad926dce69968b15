/** Two replicas behind a balancer, one of which stands still or warms up. */
import { busy, type Scene, type World } from './world.ts';

/** From here on every second read, at random, sees the service as it is now. */
function stopReplica(scene: Scene): void {
  scene.imperfections = { stoppedAt: scene.clock.elsewhere() };
}

export const replicaWorlds: readonly World[] = [
  { name: 'one of two replicas stands still, busy', turns: [{ at: 0.4, run: stopReplica }], happenings: [busy] },
  {
    name: 'one of two replicas stands still, quiet',
    thinkMs: [60_000, 600_000],
    turns: [{ at: 0.4, run: stopReplica }],
  },
  { name: 'a replica that warms up answers [] to 2 % of reads', imperfections: () => ({ blank: 0.02 }) },
  { name: 'the very first [] of a replica that warms up', turns: [{ at: 0.3, run: warmUp }] },
];

/** For twenty seconds. */
function warmUp(scene: Scene): void {
  scene.imperfections = { blank: 1 };
  void scene.clock.waitElsewhere(20_000).then(() => (scene.imperfections = {}));
}
