import type http from 'node:http';
import https from 'node:https';
import type net from 'node:net';
import { type Connecting, connectFirst } from './first-address.js';

/**
 * Makes the TCP connection of a TLS connection itself and remembers it, because only that one can be reset. `tcpOf`:
 * the TCP socket beneath each TLS socket.
 */
export function createResettableHttpsAgent(
  options: https.AgentOptions,
  connecting: Connecting,
  tcpOf: WeakMap<net.Socket, net.Socket>,
): https.Agent {
  const agent = new https.Agent(options);
  const secure = agent.createConnection.bind(agent);
  return Object.assign(agent, {
    createConnection(asked: http.ClientRequestArgs, callback: Parameters<typeof connectFirst>[2]) {
      connectFirst(asked, connecting, (error, tcp) => {
        const socket = tcp && (secure({ ...asked, socket: tcp } as https.RequestOptions) as net.Socket);
        if (tcp && socket) {
          tcpOf.set(socket, tcp);
        }

        callback(error, socket);
      });
      // Undefined, so that Node waits for the callback.
      return undefined;
    },
  });
}
