// The fault service as a process of its own: prints where it listens as one JSON line, then serves until it is killed.
import { createFaultService, type FaultServiceOptions } from '../../helpers/fault-service/fault-service.ts';

const service = await createFaultService(JSON.parse(process.argv[2] ?? '{}') as FaultServiceOptions);
process.stdout.write(`${JSON.stringify({ baseUrl: service.baseUrl, apiKey: service.apiKey })}\n`);
